import { type Call, coordinationRead, exportAll, get, type Ids, judgements, none, post, read, remove, type SeparateIds, spare } from '../call.ts'
import { under } from '../reply.ts'

/** The FHIR interface. Its replies have the shape of FHIR, so their keys are not listed. */
export const fhirCalls: Record<string, Call> = {
  'GET /fhir/R4/metadata': get(() => '/fhir/R4/metadata', 'without signing in', 'none', { isFile: true }),
  'GET /fhir/R4/{type}': get(({ user }) => `/fhir/R4/Observation?patient=${user}`, read, 'person', {
    filters: '_count=5&_sort=-date&date=ge2020-01-01&date=lt2030-01-01&_lastUpdated=ge2020-01-01&_include=Observation:patient&_format=json',
    isFile: true,
  }),
  'POST /fhir/R4/{type}/_search': post(
    () => '/fhir/R4/Observation/_search',
    ({ user }) => ({ patient: String(user), _count: '5' }),
    read,
    'person',
    {
      good: 200,
      isFile: true,
    },
  ),
  'GET /fhir/R4/{type}/{id}': get(({ user }) => `/fhir/R4/Patient/${user}`, read, 'person', { isFile: true }),
  'GET /fhir/R4/Patient/{id}/$everything': get(({ user }) => `/fhir/R4/Patient/${user}/$everything`, read, 'person', { isFile: true }),
}

/** Exports of all records. The requests with an id name an export that does not exist (404); `export.test.ts` tests them with an existing export. */
export const fhirExportCalls: Record<string, Call> = {
  'GET /fhir/R4/$export': get(() => '/fhir/R4/$export?_type=Goal', exportAll, 'none', { good: 202, isFile: true }),
  'GET /fhir/R4/$export/{id}': get(() => `/fhir/R4/$export/${none}`, exportAll, 'none', { good: 404 }),
  'GET /fhir/R4/$export/{id}/{type}': get(() => `/fhir/R4/$export/${none}/Patient`, exportAll, 'none', { good: 404, isFile: true }),
  'DELETE /fhir/R4/$export/{id}': remove(() => `/fhir/R4/$export/${none}`, exportAll, 'none', { good: 404 }),
}

/** The names of both patients of the test app: a bundle with both names matches either patient; our id decides which one is meant. */
const testPatients = [
  { family: 'ヤマダ', given: ['ハナコ'] },
  { family: 'サトウ', given: ['タロウ'] },
]

/** A bundle with the patient, identified by our id and name, and a medicine. */
const bundle = ({ user, kana }: Ids) => ({
  user_id: user,
  name: '紹介状.json',
  content: JSON.stringify({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      {
        resource: { resourceType: 'Patient', id: 'p', identifier: [{ system: 'urn:sukoyaka:user', value: String(user) }], name: kana ? [kana] : testPatients },
      },
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

const authorizationRequest = {
  client_id: 'trial-client-0001',
  redirect_uri: 'https://app.example.com/callback',
  scope: 'patient/*.rs user/*.rs',
}
const form = new URLSearchParams(authorizationRequest).toString()

/** A person's grants to apps, and the calls of apps themselves. */
export const appCalls: Record<string, Call> = {
  'GET /api/app_grants': get(() => '/api/app_grants', 'own account', 'none', { reply: under('items[].', 'id name scopes scopes[] created_at last_used_at') }),
  'GET /fhir/R4/.well-known/smart-configuration': get(() => '/fhir/R4/.well-known/smart-configuration', 'without signing in', 'none', {
    reply: under(
      '',
      'authorization_endpoint token_endpoint revocation_endpoint grant_types_supported grant_types_supported[] response_types_supported response_types_supported[] scopes_supported scopes_supported[] code_challenge_methods_supported code_challenge_methods_supported[] token_endpoint_auth_methods_supported token_endpoint_auth_methods_supported[] capabilities capabilities[]',
    ),
  }),
  'POST /oauth/revoke': post(
    () => '/oauth/revoke',
    () => ({ client_id: 'trial-client-0001', token: 'an-unknown-token-0001' }),
    'without signing in',
    'none',
    { good: 200 },
  ),
}

/** The calls that authorise a registered app and give it tokens. Only the trials register the app; the tokens have a test of their own. */
export const separateAppCalls: Record<string, Call<SeparateIds>> = {
  'GET /api/app_authorizations': get(() => `/api/app_authorizations?${form}`, 'own account', 'none', { reply: under('', 'name scopes scopes[] redirect_uri') }),
  'POST /api/app_authorizations': post(
    () => '/api/app_authorizations',
    () => ({ ...authorizationRequest, state: 'a1', code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', is_approved: true }),
    'own account',
    'none',
  ),
  'DELETE /api/app_grants/{id}': remove(({ grants }) => `/api/app_grants/${grants.pop() ?? none}`, 'own account', 'none'),
  'POST /oauth/token': post(
    () => '/oauth/token',
    () => ({ grant_type: 'refresh_token', client_id: 'trial-client-0001', refresh_token: 'an-unknown-token-0001' }),
    'without signing in',
    'none',
    { good: 400 },
  ),
}

/** Each request undoes another import. */
export const separateFhirCalls: Record<string, Call<SeparateIds>> = {
  'POST /api/fhir_imports/{id}/undo': post(({ fhirImports }) => `/api/fhir_imports/${spare(fhirImports)}/undo`, undefined, judgements, 'person', { good: 200 }),
}
