import type { FoundKarte, Karte, KarteVersion, listKartes, searchKartes } from '@sukoyaka/wire/care/karte'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { eachPatient, rowsOfEach } from '../../access/each-patient.ts'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { type Paged, pageOf, pageSize } from '../../database/page.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { isFindable, textMatches } from '../../database/text-search.ts'
import { apiError } from '../../errors/api-error.ts'
import type { FileUrlOf } from '../../files/signed-file.ts'
import { personColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { imagesOf } from './image-store.ts'
import { karte_versions, kartes, notDeleted } from './tables.ts'
import { isChangeable, type Writer } from './writer-store.ts'

const columnsIn = (source: PatientSource) => ({
  id: kartes.id,
  user_id: kartes.user_id,
  author_id: kartes.author_id,
  interview_id: kartes.interview_id,
  memo: kartes.memo,
  version_count: sql<number>`(select greatest(count(*), 1)::int from ${source.from(karte_versions, 'v')} where v.karte_id = kartes.id)`.as('version_count'),
  created_at: kartes.created_at,
  updated_at: kartes.updated_at,
})
type Row = { [K in keyof ReturnType<typeof columnsIn>]: Karte[K] }
const countColumn = { total_count: sql<number>`count(*) over ()::int` }
const newestFirst = [desc(kartes.created_at), desc(kartes.id)]

const peopleByIds = preparedQuery((db) => db.select(personColumns).from(users).where(isAnyOf(users.id)))

/** Loads authors and patients by id: a join before the page limit would read all users. */
const peopleOf = async (scope: PatientScope, ids: number[]) =>
  new Map((ids.length ? await peopleByIds(scope.db).execute({ ids }) : []).map((person) => [person.id, person]))

const withDetails = async (scope: PatientScope, rows: Row[], urlOf: FileUrlOf): Promise<FoundKarte[]> => {
  const images = await imagesOf(
    scope,
    'karte_id',
    rows.map(({ id }) => id),
    urlOf,
  )
  const people = await peopleOf(
    scope,
    rows.flatMap(({ author_id, user_id }) => [author_id, user_id]),
  )
  return rows.map((row) => ({ ...row, author: people.get(row.author_id)!, patient: people.get(row.user_id)!, images: images.get(row.id) ?? [] }))
}

const kartesWhere = (source: PatientSource, condition: SQL | undefined) =>
  source.db
    .select({ ...columnsIn(source), ...countColumn })
    .from(source.rows(kartes))
    .where(and(condition, notDeleted))
    .orderBy(...newestFirst)

const foundPage = (scope: PatientScope, page: number, condition: SQL | undefined) =>
  // built per call: the search words vary
  pageOf(page, kartesWhere(scope, condition))

/** A page of a patient's kartes without a search. */
const pageOfPatient = patientQuery((source, isOfInterview: boolean) =>
  kartesWhere(source, and(eq(kartes.user_id, sql.placeholder('user_id')), isOfInterview ? eq(kartes.interview_id, sql.placeholder('interview_id')) : undefined))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

export const kartesOf = async (
  scope: PatientScope,
  { user_id, page = 1, q: query, interview_id }: Input<typeof listKartes>,
  urlOf: FileUrlOf,
): Promise<Paged<Karte>> => {
  await requirePatient(scope, user_id)
  const words = textMatches(kartes.memo_search, query)
  const isOfInterview = interview_id === undefined ? undefined : eq(kartes.interview_id, interview_id)
  const found = words
    ? await foundPage(scope, page, and(eq(kartes.user_id, user_id), words, isOfInterview))
    : await pageOf(page, (window) => pageOfPatient(scope, interview_id !== undefined).execute({ user_id, interview_id, ...window }))
  return { ...found, items: await withDetails(scope, found.items, urlOf) }
}

const kartesOfEach = patientQuery((source) =>
  rowsOfEach(
    source.db
      .select(columnsIn(source))
      .from(source.rows(kartes))
      .where(and(eq(kartes.user_id, eachPatient), notDeleted))
      .orderBy(...newestFirst)
      .limit(pageSize),
  ),
)

/** The first page of kartes of each of these patients. */
export const kartesOfAll = async (scope: PatientScope, user_ids: number[], urlOf: FileUrlOf): Promise<Karte[]> =>
  withDetails(scope, await kartesOfEach(scope).execute({ ids: user_ids }), urlOf)

/** A query without a word of at least two characters finds nothing: the index cannot answer it, and all kartes of all patients would be scanned. */
export const findKartes = async (scope: PatientScope, { q: query, page = 1 }: Input<typeof searchKartes>, urlOf: FileUrlOf): Promise<Paged<FoundKarte>> => {
  if (!isFindable(query)) return { items: [], page, next_page: null, total_count: 0 }
  const found = await foundPage(scope, page, textMatches(kartes.memo_search, query))
  for (const { user_id } of found.items) scope.record(user_id)
  return { ...found, items: await withDetails(scope, found.items, urlOf) }
}

const kartesWithIds = patientQuery((source) =>
  source.db
    .select(columnsIn(source))
    .from(source.rows(kartes))
    .where(and(isAnyOf(kartes.id), notDeleted)),
)

/** Kartes by id, of any author. */
export const kartesByIds = async (scope: PatientScope, ids: readonly number[], urlOf: FileUrlOf): Promise<Karte[]> => {
  return withDetails(scope, await kartesWithIds(scope).execute({ ids }), urlOf)
}

const changeableKarte = patientQuery((source, isLimited: boolean) =>
  source.db
    .select(columnsIn(source))
    .from(source.rows(kartes))
    .where(and(eq(kartes.id, sql.placeholder('id')), notDeleted, isChangeable(isLimited))),
)

/** One karte in the shape of the response to a change. */
export const karteOf = async ({ scope, author_id, urlOf }: Writer, id: number): Promise<Karte> => {
  const rows = await changeableKarte(scope, author_id !== undefined).execute({ id, author_id })
  return (await withDetails(scope, rows, urlOf))[0]!
}

const maxVersions = 200

const patientOfKarte = patientQuery(({ db, rows }) =>
  db
    .select({ user_id: kartes.user_id })
    .from(rows(kartes))
    .where(and(eq(kartes.id, sql.placeholder('id')), notDeleted)),
)
const versionsOfKarte = patientQuery(({ db, rows }) =>
  db
    .select({
      id: karte_versions.id,
      number: sql<number>`row_number() over (order by ${karte_versions.id})::int`,
      memo: karte_versions.memo,
      image_count: karte_versions.image_count,
      author_id: karte_versions.author_id,
      created_at: karte_versions.created_at,
    })
    .from(rows(karte_versions))
    .where(eq(karte_versions.karte_id, sql.placeholder('id')))
    .orderBy(desc(karte_versions.id))
    .limit(maxVersions),
)

export const versionsOf = async (scope: PatientScope, id: number): Promise<KarteVersion[]> => {
  const [karte] = await patientOfKarte(scope).execute({ id })
  if (!karte) throw apiError('not_found')
  scope.record(karte.user_id)
  const rows = await versionsOfKarte(scope).execute({ id })
  const people = await peopleOf(
    scope,
    rows.map(({ author_id }) => author_id),
  )
  return rows.map(({ author_id, ...row }) => ({ ...row, author: people.get(author_id)! }))
}
