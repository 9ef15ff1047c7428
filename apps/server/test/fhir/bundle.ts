import type { TestApp } from '../test-app.ts'

export const yamada = {
  resourceType: 'Patient',
  id: 'p1',
  name: [{ text: '山田 花子', family: '山田', given: ['花子'] }],
  gender: 'female',
  birthDate: '1968-03-14',
}
export const subject = { reference: 'Patient/p1' }
export const bundleOf = (resources: object[], patient: object | null = yamada) =>
  JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [...(patient ? [patient] : []), ...resources].map((resource) => ({ resource })) })
export const outcomesOf = ({ entries }: { entries: { resource_type: string; outcome: string; reason: string | null }[] }) =>
  entries.map(({ resource_type, outcome, reason }) => [resource_type, reason ?? outcome].join(' '))

export const glucose = {
  resourceType: 'Observation',
  id: 'o1',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '1558-6' }] },
  subject,
  effectiveDateTime: '2026-04-04',
  valueQuantity: { value: 98, unit: 'mg/dL', system: 'http://unitsofmeasure.org', code: 'mg/dL' },
}
export const protein = {
  resourceType: 'Observation',
  id: 'o2',
  status: 'final',
  code: { coding: [{ system: 'urn:oid:1.2.392.200119.6.1005', code: '1A010000000191111' }] },
  subject,
  effectiveDateTime: '2026-04-04',
  valueCodeableConcept: { coding: [{ display: '－' }] },
}
export const report = {
  resourceType: 'DiagnosticReport',
  id: 'd1',
  status: 'final',
  code: { text: '春の健診' },
  subject,
  effectiveDateTime: '2026-04-04',
  result: [{ reference: 'Observation/o1' }, { reference: 'Observation/o2' }],
}
export const illness = { resourceType: 'Condition', id: 'c1', code: { text: '脂質異常症' }, subject, onsetDateTime: '2019-05', note: [{ text: '内服中' }] }
export const family = {
  resourceType: 'FamilyMemberHistory',
  id: 'f1',
  status: 'completed',
  patient: subject,
  relationship: { text: '父' },
  condition: [{ code: { text: '脂質異常症' } }],
}
export const allergies = [
  { resourceType: 'AllergyIntolerance', id: 'a1', category: ['food'], code: { text: 'サバ' }, patient: subject },
  { resourceType: 'AllergyIntolerance', id: 'a2', category: ['food'], code: { text: 'エビ' }, patient: subject },
]
export const medicine = {
  resourceType: 'MedicationStatement',
  id: 'm1',
  status: 'active',
  medicationCodeableConcept: { text: 'アムロジピン' },
  subject,
  effectivePeriod: { start: '2024-02-01' },
  dosage: [{ text: '1日1回 朝食後' }],
}
export const everything = [glucose, protein, report, illness, family, ...allergies, medicine]

/** Imports bundles as a doctor. */
export const importingOf = ({ hanako, staff }: TestApp) => {
  const send = (content: string, user_id = hanako.id, path = '/api/fhir_imports') =>
    staff.doctor.request('POST', path, { body: { user_id, name: '紹介状.json', content } })
  const check = (content: string, user_id?: number) => send(content, user_id, '/api/fhir_imports/check')
  const undo = (id: number) => staff.doctor.request('POST', `/api/fhir_imports/${id}/undo`)
  return { send, check, undo }
}
