import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Nothing } from '../endpoint.ts'
import { Format, ResourceType } from './fhir.ts'

export const startExport = endpoint({
  method: 'GET',
  path: '/fhir/R4/$export',
  permission: 'fhir.export',
  summary: 'Start an export of all FHIR resources as NDJSON',
  description:
    'FHIR Bulk Data: the reply is a 202 without a body; `Content-Location` is the address of its status. `_type`: types, separated by commas; without it all types that the caller may read. `_since`: only what changed since. A person has one export at a time: the same request again gets the same address, a different request a 429 until the export has ended. Files are deleted after 24 hours.',
  query: InputObject({
    _type: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, pattern: '^[A-Za-z,]*$' })),
    _since: Type.Optional(Type.String({ maxLength: 40 })),
    _outputFormat: Type.Optional(Type.String({ pattern: '^(application/fhir\\+ndjson|application/ndjson|ndjson)$', maxLength: 30 })),
  }),
  reply: Nothing,
  status: 202,
  errors: ['too_many', 'not_found'],
  standard: 'fhir',
  example: { query: { _type: 'Patient,Observation', _since: '2026-01-01', _outputFormat: 'application/fhir+ndjson' } },
})

export type ExportManifest = Static<typeof ExportManifest>
/** The manifest of FHIR Bulk Data: the files of an export. */
export const ExportManifest = Type.Object({
  /** The export contains everything that was stored before this time. */
  transactionTime: Instant,
  request: Type.String(),
  requiresAccessToken: Type.Boolean(),
  output: Type.Array(Type.Object({ type: Type.String(), url: Type.String(), count: Type.Integer() })),
  error: Type.Array(Type.Object({ type: Type.String(), url: Type.String() })),
})

export const getExport = endpoint({
  method: 'GET',
  path: '/fhir/R4/$export/:id',
  permission: 'fhir.export',
  summary: 'Read the state of an export, or its files once it is done',
  description:
    'While it runs the reply is a 202 without a body; `X-Progress` says how many resources are written, `Retry-After` when to ask again. An export that failed is a 500.',
  params: ById,
  query: InputObject({ _format: Format }),
  reply: ExportManifest,
  errors: ['export_failed'],
  standard: 'fhir',
  example: {
    params: { id: 1 },
    query: { _format: 'json' },
    reply: {
      transactionTime: '2026-11-21T00:00:00.000Z',
      request: 'https://sukoyaka.example.com/fhir/R4/$export?_type=Patient',
      requiresAccessToken: true,
      output: [{ type: 'Patient', url: 'https://sukoyaka.example.com/fhir/R4/$export/1/Patient', count: 128 }],
      error: [],
    },
  },
})

export const getExportFile = endpoint({
  method: 'GET',
  path: '/fhir/R4/$export/:id/:type',
  permission: 'fhir.export',
  summary: 'Download the resources of one type: a line of JSON for each',
  params: InputObject({ id: Id, type: ResourceType }),
  query: InputObject({ _format: Format }),
  reply: Type.String(),
  media: 'application/fhir+ndjson',
  standard: 'fhir',
  example: { params: { id: 1, type: 'Patient' }, query: { _format: 'json' }, reply: '{"resourceType":"Patient","id":"1"}\n' },
})

export const removeExport = endpoint({
  method: 'DELETE',
  path: '/fhir/R4/$export/:id',
  permission: 'fhir.export',
  summary: 'End an export and delete its files',
  params: ById,
  reply: Nothing,
  status: 204,
  standard: 'fhir',
  example: { params: { id: 1 } },
})
