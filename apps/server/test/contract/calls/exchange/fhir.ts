import { type Call, coordinationRead, get, type Ids, judgements, post, read, type SeparateIds, spare } from '../call.ts'
import { under } from '../reply.ts'

/** The FHIR interface. Its replies have the shape of FHIR, so their keys are not listed. */
export const fhirCalls: Record<string, Call> = {
  'GET /fhir/R4/metadata': get(() => '/fhir/R4/metadata', 'without signing in', 'none', { isFile: true }),
  'GET /fhir/R4/{type}': get(({ user }) => `/fhir/R4/Observation?patient=${user}`, read, 'person', {
    filters: '_count=5&_sort=-date&date=ge2020-01-01&date=lt2030-01-01&_lastUpdated=ge2020-01-01&_include=Observation:patient&_format=json',
    isFile: true,
  }),
  'GET /fhir/R4/{type}/{id}': get(({ user }) => `/fhir/R4/Patient/${user}`, read, 'person', { isFile: true }),
  'GET /fhir/R4/Patient/{id}/$everything': get(({ user }) => `/fhir/R4/Patient/${user}/$everything`, read, 'person', { isFile: true }),
}

/** A bundle of the patient, known by our id, with an illness that no other request takes. */
const bundle = ({ user }: Ids) => ({
  user_id: user,
  name: '紹介状.json',
  content: JSON.stringify({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      { resource: { resourceType: 'Patient', id: 'p', identifier: [{ system: 'urn:sukoyaka:user', value: String(user) }] } },
      {
        resource: {
          resourceType: 'MedicationStatement',
          status: 'active',
          subject: { reference: 'Patient/p' },
          medicationCodeableConcept: { text: '紹介元の薬' },
          effectivePeriod: { start: '2024-01' },
        },
      },
    ],
  }),
})

const imported = (prefix: string) => [
  ...under(prefix, 'id user_id name created_by created_at undone_by undone_at entries'),
  ...under(`${prefix}entries[].`, 'index resource_type resource_id text outcome reason table_name row_id'),
]

/** Imports of FHIR bundles. */
export const fhirImportCalls: Record<string, Call> = {
  'POST /api/fhir_imports/check': post(() => '/api/fhir_imports/check', bundle, judgements, 'person', { good: 200 }),
  'POST /api/fhir_imports': post(() => '/api/fhir_imports', bundle, judgements),
  'GET /api/fhir_imports': get(({ user }) => `/api/fhir_imports?user_id=${user}`, coordinationRead, 'person', { reply: imported('items[].') }),
}

/** The undo takes an import for each request. */
export const separateFhirCalls: Record<string, Call<SeparateIds>> = {
  'POST /api/fhir_imports/{id}/undo': post(({ fhirImports }) => `/api/fhir_imports/${spare(fhirImports)}/undo`, undefined, judgements, 'person', { good: 200 }),
}
