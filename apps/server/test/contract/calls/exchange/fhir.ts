import { type Call, get, read } from '../call.ts'

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
