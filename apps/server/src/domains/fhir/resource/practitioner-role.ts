import type { PractitionerRole } from '@medplum/fhirtypes'
import { code, coded, metaOf, referenceTo, systems } from './coding.ts'
import type { PractitionerRow } from './practitioner.ts'

const roleNames: Record<string, string> = {
  observer: 'オブザーバー',
  concierge: 'コンシェルジュ',
  trainer: 'トレーナー',
  nutritionist: '管理栄養士',
  nurse: '看護師',
  doctor: '医師',
  admin: '管理者',
}
/** Roles that HL7 has a code for. */
const hl7Roles = ['doctor', 'nurse']

export const toPractitionerRole = (row: PractitionerRow): PractitionerRole => ({
  resourceType: 'PractitionerRole',
  id: row.id,
  meta: metaOf(row, 'PractitionerRole'),
  active: row.is_active,
  practitioner: referenceTo('Practitioner', row.id, `${row.last_name} ${row.first_name}`.trim()),
  code: [
    coded(roleNames[row.role] ?? row.role, [
      code(systems.role, row.role),
      hl7Roles.includes(row.role) ? code('http://terminology.hl7.org/CodeSystem/practitioner-role', row.role) : null,
    ]),
  ],
})
