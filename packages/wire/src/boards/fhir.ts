import Type from 'typebox'
import { endpoint, InputObject, Repeated } from '../endpoint.ts'

/** A FHIR resource. Its fields are those of FHIR R4, which this document does not repeat. */
export const FhirResource = Type.Object({ resourceType: Type.String() }, { additionalProperties: true })

const Token = Type.String({ minLength: 1, maxLength: 1_000 })
export const ResourceType = Type.String({ pattern: '^[A-Z][A-Za-z]{1,39}$', maxLength: 40 })
const ResourceId = Type.String({ pattern: '^[A-Za-z0-9.-]{1,64}$', maxLength: 64 })
/** Formats that a client may name; the reply is always JSON. */
export const Format = Type.Optional(Type.String({ pattern: '^(json|application/json|application/fhir\\+json)$', maxLength: 30 }))
const resource = { media: 'application/fhir+json', standard: 'fhir', reply: FhirResource } as const

export const getCapabilities = endpoint({
  ...resource,
  method: 'GET',
  path: '/fhir/R4/metadata',
  permission: 'public',
  summary: 'Describe the FHIR R4 interface as a CapabilityStatement',
  query: InputObject({ _format: Format, mode: Type.Optional(Type.String({ maxLength: 20 })) }),
  example: { query: { _format: 'json', mode: 'full' }, reply: { resourceType: 'CapabilityStatement' } },
})

const searchFields = {
  patient: Type.Optional(Token),
  subject: Type.Optional(Token),
  _id: Type.Optional(Token),
  date: Repeated(Type.String({ maxLength: 40 }), 4),
  code: Type.Optional(Token),
  category: Type.Optional(Token),
  _lastUpdated: Repeated(Type.String({ maxLength: 40 }), 4),
  _count: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  _sort: Type.Optional(Type.String({ pattern: '^-?(date|_lastUpdated)$', maxLength: 20 })),
  _include: Repeated(Type.String({ pattern: '^[A-Z][A-Za-z]+:[a-z-]+(:[A-Z][A-Za-z]+)?$', maxLength: 100 }), 10),
  _format: Format,
  _cursor: Type.Optional(Type.String({ pattern: '^[\\w-]{1,9000}$', maxLength: 9_000 })),
}

export const searchResources = endpoint({
  ...resource,
  method: 'GET',
  path: '/fhir/R4/:type',
  permission: 'patient.read',
  summary: 'Search FHIR resources of one type',
  description:
    'The reply is a Bundle of at most `_count` resources (default 50) plus those of `_include`, with the link `next` if there are more. The newest come first; `Patient` and the types that belong to no patient are ordered by id. For the other types staff must name the patient, unless `_id` names the resources; patients get their own resources. `patient` or `subject`: an id or `Patient/id`. `_id`: ids, separated by commas; the other parameters apply too. `date` and `_lastUpdated` take the prefixes eq, ge, gt, le and lt and may be repeated; `code` and `category` are tokens (`system|code` or `code`), several separated by commas. `_sort`: `date`, `-date`, `_lastUpdated` or `-_lastUpdated`. `_include`: such as `Observation:patient` or `DiagnosticReport:result`. An unknown parameter is a 400. `_cursor` comes from a link in a reply; the cursor of a search by POST replaces all other parameters.',
  params: InputObject({ type: ResourceType }),
  query: InputObject(searchFields),
  example: {
    params: { type: 'Observation' },
    query: {
      patient: '1',
      subject: 'Patient/1',
      _id: 'result-1',
      date: ['ge2026-01-01'],
      code: '1558-6',
      category: 'laboratory',
      _lastUpdated: ['ge2026-01-01'],
      _count: 50,
      _sort: '-date',
      _include: ['Observation:patient'],
      _format: 'json',
      _cursor: 'WyIyMDI2LTAxLTAxIDAwOjAwOjAwKzAwIiwwLDFd',
    },
    reply: { resourceType: 'Bundle', type: 'searchset' },
  },
})

export const searchResourcesByForm = endpoint({
  ...resource,
  method: 'POST',
  path: '/fhir/R4/:type/_search',
  permission: 'patient.read',
  isSearch: true,
  summary: 'Search FHIR resources of one type without health data in the address',
  description:
    'As `GET /fhir/R4/{type}`, with the parameters as `application/x-www-form-urlencoded` in the body. The links in the reply contain the search in encrypted form, because addresses are kept in logs and histories.',
  params: InputObject({ type: ResourceType }),
  query: InputObject({ _format: Format }),
  body: InputObject(searchFields),
  status: 200,
  example: {
    params: { type: 'Observation' },
    query: { _format: 'json' },
    body: { patient: '1', code: '1558-6', date: ['ge2026-01-01'], _count: 50, _sort: '-date' },
    reply: { resourceType: 'Bundle', type: 'searchset' },
  },
})

export const getResource = endpoint({
  ...resource,
  method: 'GET',
  path: '/fhir/R4/:type/:id',
  permission: 'patient.read',
  summary: 'Read one FHIR resource',
  description: 'Patients get the resources of a checkup only after its release.',
  params: InputObject({ type: ResourceType, id: ResourceId }),
  query: InputObject({ _format: Format }),
  example: { params: { type: 'Patient', id: '1' }, query: { _format: 'json' }, reply: { resourceType: 'Patient', id: '1' } },
})

export const getEverything = endpoint({
  ...resource,
  method: 'GET',
  path: '/fhir/R4/Patient/:id/$everything',
  permission: 'patient.read',
  summary: 'Read all FHIR resources of a patient as one Bundle',
  description: 'Streamed. `_since` limits it to resources that changed since; `_type` to types, separated by commas.',
  params: InputObject({ id: ResourceId }),
  query: InputObject({ _since: Type.Optional(Type.String({ maxLength: 40 })), _type: Type.Optional(Token), _format: Format }),
  example: {
    params: { id: '1' },
    query: { _since: '2026-01-01', _type: 'Observation', _format: 'json' },
    reply: { resourceType: 'Bundle', type: 'searchset' },
  },
})
