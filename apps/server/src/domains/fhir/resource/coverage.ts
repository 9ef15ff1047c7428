import type { Coverage } from '@medplum/fhirtypes'
import { type BaseRow, code, coded, iso, metaOf, patientOf, systems } from './coding.ts'

export type CoverageRow = BaseRow & { plan: string; plan_ja: string; started_at: string; ended_at: string | null; is_over: boolean }

/** A contract with the service. The patient pays, so there is no insurer. */
export const toCoverage = (row: CoverageRow): Coverage => ({
  resourceType: 'Coverage',
  id: row.id,
  meta: metaOf(row, 'Coverage'),
  status: row.is_over ? 'cancelled' : 'active',
  type: coded(row.plan_ja, [code(systems.plan, row.plan), code('http://terminology.hl7.org/CodeSystem/coverage-selfpay', 'pay')]),
  beneficiary: patientOf(row),
  period: { start: iso(row.started_at), ...(row.ended_at && { end: iso(row.ended_at) }) },
  payor: [patientOf(row)],
})
