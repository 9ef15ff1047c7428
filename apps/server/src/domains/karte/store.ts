import type { FoundKarte, Karte, KarteVersion, listKartes, searchKartes } from '@sukoyaka/wire/care/karte'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { type Paged, pageOf } from '../../database/page.ts'
import { isFindable, textMatches } from '../../database/text-search.ts'
import { apiError } from '../../errors/api-error.ts'
import type { AddressOf } from '../../files/signed-file.ts'
import { personColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { imagesOf } from './image-store.ts'
import { karte_versions, kartes, notDeleted } from './tables.ts'

const columnsIn = (scope: PatientScope) => ({
  id: kartes.id,
  user_id: kartes.user_id,
  author_id: kartes.author_id,
  interview_id: kartes.interview_id,
  memo: kartes.memo,
  version_count: sql<number>`(select greatest(count(*), 1)::int from ${scope.from(karte_versions, 'v')} where v.karte_id = kartes.id)`,
  created_at: kartes.created_at,
  updated_at: kartes.updated_at,
})
type Row = { [K in keyof ReturnType<typeof columnsIn>]: Karte[K] }
const countColumn = { total_count: sql<number>`count(*) over ()::int` }
const newestFirst = [desc(kartes.created_at), desc(kartes.id)]

/** Loads authors and patients of one page by id: a join before the page limit reads all users. */
const peopleOf = async (scope: PatientScope, ids: number[]) => {
  const rows = ids.length
    ? await scope.db
        .select(personColumns)
        .from(users)
        .where(inArray(users.id, [...new Set(ids)]))
    : []
  return new Map(rows.map((person) => [person.id, person]))
}

const withDetails = async (scope: PatientScope, rows: Row[], address: AddressOf): Promise<FoundKarte[]> => {
  const images = await imagesOf(
    scope,
    'karte_id',
    rows.map(({ id }) => id),
    address,
  )
  const people = await peopleOf(
    scope,
    rows.flatMap(({ author_id, user_id }) => [author_id, user_id]),
  )
  return rows.map((row) => ({ ...row, author: people.get(row.author_id)!, patient: people.get(row.user_id)!, images: images.get(row.id) ?? [] }))
}

const pageWhere = async (scope: PatientScope, page: number, condition: SQL | undefined, address: AddressOf): Promise<Paged<FoundKarte>> => {
  const query = scope.db
    .select({ ...columnsIn(scope), ...countColumn })
    .from(scope.rows(kartes))
    .where(and(condition, notDeleted))
    .orderBy(...newestFirst)
  const found = await pageOf(page, query)
  return { ...found, items: await withDetails(scope, found.items, address) }
}

export const kartesOf = async (
  scope: PatientScope,
  { user_id, page = 1, q: query, interview_id }: Input<typeof listKartes>,
  address: AddressOf,
): Promise<Paged<Karte>> => {
  await requirePatient(scope, user_id)
  const isOfInterview = interview_id === undefined ? undefined : eq(kartes.interview_id, interview_id)
  return pageWhere(scope, page, and(eq(kartes.user_id, user_id), textMatches(kartes.memo_search, query), isOfInterview), address)
}

/** A query of one character finds nothing: the index cannot serve it, and all kartes of all patients would be scanned. */
export const foundKartes = async (scope: PatientScope, { q: query, page = 1 }: Input<typeof searchKartes>, address: AddressOf): Promise<Paged<FoundKarte>> => {
  if (!isFindable(query)) return { items: [], page, next_page: null, total_count: 0 }
  const found = await pageWhere(scope, page, textMatches(kartes.memo_search, query), address)
  for (const { user_id } of found.items) scope.record(user_id)
  return found
}

/** Kartes by id, of any author. */
export const kartesByIds = async (scope: PatientScope, ids: readonly number[], address: AddressOf): Promise<Karte[]> => {
  const rows = await scope.db
    .select(columnsIn(scope))
    .from(scope.rows(kartes))
    .where(and(inArray(kartes.id, [...ids]), notDeleted))
  return withDetails(scope, rows, address)
}

/** One karte in the shape of the response to a change. */
export const karteOf = async (scope: PatientScope, condition: SQL | undefined, address: AddressOf): Promise<Karte> => {
  const rows = await scope.db.select(columnsIn(scope)).from(scope.rows(kartes)).where(and(condition, notDeleted))
  return (await withDetails(scope, rows, address))[0]!
}

const maxVersions = 200

export const versionsOf = async (scope: PatientScope, id: number): Promise<KarteVersion[]> => {
  const [karte] = await scope.db
    .select({ user_id: kartes.user_id })
    .from(scope.rows(kartes))
    .where(and(eq(kartes.id, id), notDeleted))
  if (!karte) throw apiError('not_found')
  scope.record(karte.user_id)
  const rows = await scope.db
    .select({
      id: karte_versions.id,
      number: sql<number>`row_number() over (order by ${karte_versions.id})::int`,
      memo: karte_versions.memo,
      image_count: karte_versions.image_count,
      author_id: karte_versions.author_id,
      created_at: karte_versions.created_at,
    })
    .from(scope.rows(karte_versions))
    .where(eq(karte_versions.karte_id, id))
    .orderBy(desc(karte_versions.id))
    .limit(maxVersions)
  const people = await peopleOf(
    scope,
    rows.map(({ author_id }) => author_id),
  )
  return rows.map(({ author_id, ...row }) => ({ ...row, author: people.get(author_id)! }))
}
