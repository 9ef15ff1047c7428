import type { DiagnosticReport } from '@medplum/fhirtypes'
import type { ProviderJudgement } from '@sukoyaka/wire/record/checkup'
import { type BaseRow, code, coded, hl7Concept, iso, metaOf, patientOf, referenceTo, systems } from './coding.ts'

export type CheckupRow = BaseRow & {
  kind: string
  name: string
  location: string
  facility_id: string | null
  facility: string | null
  tested_at: string
  released_at: string | null
  comment: string | null
  provider_judgements: ProviderJudgement[]
  result_ids: string[]
  image_ids: string[]
}

const kindNames: Record<string, string> = { detail: '人間ドック', simple: '簡易健診', followup: '再検査', general: '健康診断' }
export const checkupName = ({ kind, name }: Pick<CheckupRow, 'kind' | 'name'>) => name || (kindNames[kind] ?? '健康診断')
export const checkupConcept = (row: Pick<CheckupRow, 'kind' | 'name'>) =>
  coded(checkupName(row), [code(systems.loinc, '53576-5', 'Personal health monitoring report Document'), code(systems.checkup, row.kind)])

/** The results of one checkup; preliminary until they are released to the patient. */
export const toDiagnosticReport = (row: CheckupRow): DiagnosticReport => ({
  resourceType: 'DiagnosticReport',
  id: row.id,
  meta: metaOf(row, 'DiagnosticReport_Common'),
  basedOn: [referenceTo('ServiceRequest', row.id)],
  status: row.released_at ? 'final' : 'preliminary',
  category: [hl7Concept('v2-0074', 'LAB')],
  code: checkupConcept(row),
  subject: patientOf(row),
  encounter: referenceTo('Encounter', `checkup-${row.id}`),
  effectiveDateTime: iso(row.tested_at),
  ...(row.released_at && { issued: iso(row.released_at) }),
  ...(row.facility_id
    ? { performer: [referenceTo('Organization', row.facility_id, row.facility ?? row.location)] }
    : row.location && { performer: [{ display: row.location }] }),
  ...(row.result_ids.length && { result: row.result_ids.map((id) => referenceTo('Observation', `result-${id}`)) }),
  ...(row.image_ids.length && { media: row.image_ids.map((id) => ({ link: referenceTo('Media', id) })) }),
  ...(row.comment && { conclusion: row.comment }),
  ...(row.provider_judgements.length && { conclusionCode: row.provider_judgements.map(({ name, text }) => ({ text: `${name}：${text}` })) }),
})
