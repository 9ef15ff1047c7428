import type { Bundle, BundleEntry, Resource } from '@medplum/fhirtypes'
import type { Role } from '@sukoyaka/wire/access'
import type { searchResources } from '@sukoyaka/wire/boards/fhir'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { PatientScope } from '../../access/patient-scope.ts'
import { openSealed, seal, sealingKey } from '../../config/seal.ts'
import { apiError } from '../../errors/api-error.ts'
import { requirePatient } from '../patient/require-store.ts'
import { cursorOf, entryOf, readCursor, searchBundle } from './bundle.ts'
import { type Filters, findRow, pageById, pageByTime } from './resource-store.ts'
import { intervalOf } from './search-date.ts'
import type { MappingContext, Source } from './source/source.ts'
import { isAllowed, locate, sourcesOf } from './sources.ts'

export type Reader = {
  scope: PatientScope
  role: Role
  base: string
  mapping: MappingContext
  isTypeAllowed: (type: string) => boolean
  /** Encrypts the query into a cursor, for a search whose links must not show it. */
  sealQuery?: (query: Query) => string
}
export type Query = Input<typeof searchResources>

const defaultCount = 50

/** The sources of a type that this caller may read. Throws 404 for an unknown type and 403 for one outside the permission. */
export const readableSources = ({ role, isTypeAllowed }: Pick<Reader, 'role' | 'isTypeAllowed'>, type: string): readonly Source[] => {
  const found = sourcesOf(type)
  if (!found.length) throw apiError('not_found')
  const allowed = found.filter((source) => isAllowed(source, role))
  if (!allowed.length || !isTypeAllowed(type)) throw apiError('forbidden')
  return allowed
}

/** One resource by type and id. Throws 404, and 403 as `readableSources` does. */
export const readOne = async (reader: Reader, type: string, id: string): Promise<Resource> => {
  readableSources(reader, type)
  const located = locate(type, id)
  const row = located && (await findRow(reader.scope, located.source, located.row_id))
  if (!row) throw apiError('not_found')
  return located.source.toResource(row, reader.mapping)
}

/** `system|code`, `|code` or `code`, several separated by commas. */
const tokensOf = (text: string | undefined): string[] | null => text?.split(',').map((token) => token.replace(/^\|/, '')) ?? null
/** Categories are compared by code, without the system. */
const categoriesOf = (text: string | undefined) => tokensOf(text)?.map((token) => token.split('|').at(-1)!) ?? null

/**
 * The patient of a search, named as an id or a reference, relative or below our address; without a name, the patient who calls, or undefined for staff. Throws
 * 404 for any other text: the same id on another server is another person.
 */
const patientIn = ({ patient, subject }: Query, { scope, base }: Reader): string | undefined => {
  const name = patient ?? subject
  if (name === undefined) return scope.own === undefined ? undefined : String(scope.own)
  const local = name.startsWith(`${base}/Patient/`) ? name.slice(`${base}/`.length) : name
  const [, id] = /^(?:Patient\/)?([1-9]\d{0,14})$/.exec(local) ?? []
  if (id === undefined) throw apiError('not_found')
  return id
}

/** Elements that a search parameter of `_include` refers to. */
const referenceElements: Record<string, readonly string[]> = {
  patient: ['subject', 'patient', 'beneficiary'],
  subject: ['subject'],
  beneficiary: ['beneficiary'],
  performer: ['performer'],
  result: ['result'],
  encounter: ['encounter'],
  practitioner: ['practitioner', 'participant'],
  participant: ['participant'],
  actor: ['participant'],
  author: ['author'],
  sender: ['sender'],
  recipient: ['recipient'],
  goal: ['goal'],
  appointment: ['appointment'],
  'based-on': ['basedOn'],
  'service-provider': ['serviceProvider'],
  'derived-from': ['derivedFrom'],
  source: ['source'],
}
export const includeNames = Object.keys(referenceElements)

const referencesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== 'object' || value === null) return []
  const { reference } = value as { reference?: unknown }
  return typeof reference === 'string' ? [reference] : Object.values(value).flatMap(referencesIn)
}

const maxIncluded = 500

/** Resources that the found ones refer to, from at most `maxIncluded` references and without those the caller may not read. Throws 400 for an unknown name. */
const included = async (reader: Reader, resources: readonly Resource[], includes: readonly string[]): Promise<Resource[]> => {
  const wanted = new Set<string>()
  for (const include of includes) {
    const [type, name, target] = include.split(':')
    const elements = referenceElements[name!]
    if (!elements) throw apiError('malformed', { name: '_include' })
    for (const resource of resources)
      if (resource.resourceType === type)
        for (const reference of elements.flatMap((element) => referencesIn(new Map<string, unknown>(Object.entries(resource)).get(element))))
          if (!target || reference.startsWith(`${target}/`)) wanted.add(reference)
  }
  for (const { resourceType, id } of resources) wanted.delete(`${resourceType}/${id}`)
  const found: Resource[] = []
  for (const reference of [...wanted].slice(0, maxIncluded)) {
    const [type = '', id = ''] = reference.split('/')
    const located = locate(type, id)
    if (!located || !isAllowed(located.source, reader.role) || !reader.isTypeAllowed(type)) continue
    const row = await findRow(reader.scope, located.source, located.row_id)
    if (row) found.push(located.source.toResource(row, reader.mapping))
  }
  return found
}

/** First character of a sealed cursor. A plain cursor is a JSON array in base64url and never begins with it. */
const sealedMark = '_'
const keyOf = (secret: Secret) => sealingKey(secret, 'fhir search')
type Secret = Parameters<typeof sealingKey>[0]

export const sealedQuery = (secret: Secret, query: Query): string => sealedMark + seal(keyOf(secret), JSON.stringify(query)).toString('base64url')

/** The query that the sealed cursor of a link holds; a query without such a cursor is returned as it is. Throws 400 for one that is unreadable. */
export const openQuery = (secret: Secret, query: Query): { query: Query; isSealed: boolean } => {
  if (!query._cursor?.startsWith(sealedMark)) return { query, isSealed: false }
  try {
    const opened = JSON.parse(openSealed(keyOf(secret), Buffer.from(query._cursor.slice(1), 'base64url'))) as Query
    if (opened.type === query.type) return { query: opened, isSealed: true }
  } catch {
    // falls through to the error below
  }
  throw apiError('malformed', { name: '_cursor' })
}

const urlOf = ({ base, sealQuery }: Reader, { type, _cursor, ...query }: Query, cursor: string | undefined) => {
  if (sealQuery) return `${base}/${type}?_cursor=${sealQuery({ type, ...query, ...(cursor && { _cursor: cursor }) })}`
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) for (const item of [value].flat()) words.append(name, String(item))
  if (cursor) words.set('_cursor', cursor)
  return `${base}/${type}${words.size ? `?${words}` : ''}`
}

/** The ids of the rows of a source that `_id` names; null without `_id`. */
const idsIn = ({ _id }: Query, source: Source): string[] | null =>
  _id?.split(',').flatMap((id) => {
    const located = locate(source.type, id)
    return located?.source === source ? [located.row_id] : []
  }) ?? null

const filterOf = ({ date, _lastUpdated, code, category }: Query): Filters => ({
  date: intervalOf('date', date),
  updated: intervalOf('_lastUpdated', _lastUpdated),
  codes: tokensOf(code),
  categories: categoriesOf(category),
})

type Found = { resources: Resource[]; cursor: string | undefined }

/** Lists a type in the order of ids: one that belongs to no patient, or the patients themselves. */
const listById = async (reader: Reader, source: Source, query: Query, patient_id: string | undefined): Promise<Found> => {
  const limit = query._count ?? defaultCount
  const position = readCursor(query._cursor)
  const rows = await pageById(
    reader.scope,
    source,
    { patient_id: patient_id ?? null, ids: idsIn(query, source), after_id: position?.id ?? 0, limit: limit + 1 },
    filterOf(query),
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    resources: shown.map((row) => source.toResource(row, reader.mapping)),
    cursor: last && rows.length > limit ? cursorOf({ time: last.last_updated, place: 0, id: last.id }) : undefined,
  }
}

const listByTime = async (reader: Reader, sources: readonly Source[], query: Query, patient_id: string | undefined): Promise<Found> => {
  const sort = query._sort ?? '-date'
  const { rows, next } = await pageByTime(
    reader.scope,
    sources,
    {
      patient_id: patient_id ?? null,
      idsOf: (source) => idsIn(query, source),
      sort: sort.endsWith('date') ? 'at' : 'last_updated',
      isDescending: sort.startsWith('-'),
      limit: query._count ?? defaultCount,
      after: readCursor(query._cursor),
    },
    filterOf(query),
  )
  return { resources: rows.map(({ source, row }) => source.toResource(row, reader.mapping)), cursor: next && cursorOf(next) }
}

const find = async (reader: Reader, sources: readonly Source[], query: Query): Promise<Found> => {
  const [first] = sources
  const patient_id = first!.isShared ? undefined : patientIn(query, reader)
  if (patient_id !== undefined) await requirePatient(reader.scope, Number(patient_id))
  if (first!.isShared || first!.type === 'Patient') return listById(reader, first!, query, patient_id)
  if (patient_id === undefined && query._id === undefined) throw apiError('malformed', { name: 'patient' })
  return listByTime(reader, sources, query, patient_id)
}

/** A page of a search as a Bundle. */
export const search = async (reader: Reader, query: Query): Promise<Bundle> => {
  const sources = readableSources(reader, query.type)
  const { resources, cursor } = await find(reader, sources, query)
  const also = query._include ? await included(reader, resources, query._include) : []
  const entries: BundleEntry[] = [
    ...resources.map((resource) => entryOf(reader.base, resource)),
    ...also.map((resource) => entryOf(reader.base, resource, 'include')),
  ]
  return searchBundle(entries, { self: urlOf(reader, query, query._cursor), next: cursor && urlOf(reader, query, cursor) })
}
