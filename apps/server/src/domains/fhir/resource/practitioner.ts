import type { Practitioner } from '@medplum/fhirtypes'
import { type BaseRow, metaOf, systems } from './coding.ts'
import { type NameRow, namesOf } from './patient.ts'

export type PractitionerRow = BaseRow & NameRow & { role: string; is_active: boolean }

export const toPractitioner = (row: PractitionerRow): Practitioner => ({
  resourceType: 'Practitioner',
  id: row.id,
  meta: metaOf(row, 'Practitioner'),
  identifier: [{ system: systems.user, value: row.id }],
  active: row.is_active,
  name: namesOf(row),
})
