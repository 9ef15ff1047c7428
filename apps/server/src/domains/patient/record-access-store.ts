import { mergeAccesses } from '@sukoyaka/rules/people/record-access'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import type { listRecordAccesses } from '@sukoyaka/wire/people/record-access'
import { and, desc, eq, gt, inArray, isNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { audit_logs as logs } from '../../database/tables.ts'
import { listActions } from '../../observability/logged-action.ts'
import { staffByIds } from '../account/store.ts'
import { careTeamOf } from './store.ts'

/** An access by one of these calls means only that the patient was in a list or that their icon was shown. */
const lists = [...listActions, 'GET /files/:icon']
/** Action of a client that opened a share as FHIR with the right passcode. Openings of shares are logged without a person. */
const shareOfPrograms = 'POST /share/:token'
const maxRows = 300
const days = 30

const isAccessOfOthers = and(
  eq(logs.patient_id, sql.placeholder('user_id')),
  // leaves out rows without a person, too
  ne(logs.user_id, sql.placeholder('user_id')),
  eq(logs.outcome, 'done'),
  notInArray(logs.action, lists),
)
const user_id = sql<number>`${logs.user_id}`.mapWith(logs.user_id)

const newestLogs = preparedQuery((db) =>
  db
    .select({ id: logs.id, at: logs.at, user_id, action: logs.action })
    .from(logs)
    .where(and(isAccessOfOthers, lt(logs.at, sql`coalesce(${sql.placeholder('before')}::timestamptz, 'infinity')`)))
    .orderBy(desc(logs.at), desc(logs.id))
    .limit(maxRows),
)
const peopleOfMonth = preparedQuery((db) =>
  db
    .selectDistinct({ user_id })
    .from(logs)
    .where(and(isAccessOfOthers, gt(logs.at, sql`now() - make_interval(days => ${days})`))),
)

const openingsOfShares = preparedQuery((db) =>
  db
    .select({ id: logs.id, at: logs.at, action: logs.action })
    .from(logs)
    .where(
      and(
        eq(logs.patient_id, sql.placeholder('user_id')),
        isNull(logs.user_id),
        eq(logs.outcome, 'done'),
        inArray(logs.action, ['POST /api/shared_records', shareOfPrograms]),
        lt(logs.at, sql`coalesce(${sql.placeholder('before')}::timestamptz, 'infinity')`),
      ),
    )
    .orderBy(desc(logs.at), desc(logs.id))
    .limit(maxRows),
)

/**
 * The time of the last row on a page that reaches the limit; undefined below the limit. The rows with the oldest time that was read go to the next page,
 * because more rows may have that time (unless all rows of the page have it).
 */
const endOf = (newest: readonly { at: string }[]) => {
  const last = newest.at(-1)
  return newest.length < maxRows ? undefined : (newest.findLast(({ at }) => at !== last?.at) ?? last)?.at
}

/**
 * Who else accessed the record of this patient, and when its shares were opened. Of both, a page has at most 300 rows of the audit log, the newest that are
 * older than `before`.
 */
export const recordAccessesOf = async (
  db: Db,
  scope: PatientScope,
  user_id: number,
  { before }: Input<typeof listRecordAccesses>,
): Promise<Reply<typeof listRecordAccesses>> => {
  const [newest, newestOpenings] = [
    await newestLogs(db).execute({ user_id, before: before ?? null }),
    await openingsOfShares(db).execute({ user_id, before: before ?? null }),
  ]
  const next_before =
    [endOf(newest), endOf(newestOpenings)]
      .flatMap((end) => end ?? [])
      .sort()
      .at(-1) ?? null
  const isOnPage = ({ at }: { at: string }) => next_before === null || at >= next_before
  const [rows, openings] = [newest.filter(isOnPage), newestOpenings.filter(isOnPage)]
  const merged = mergeAccesses(rows)
  const people = await peopleOfMonth(db).execute({ user_id })
  const team = rows.length ? new Set((await careTeamOf(scope, user_id)).map(({ staff_id }) => staff_id)) : new Set<number>()
  const personOf = await staffByIds(db, [...new Set(merged.map((access) => access.user_id))])
  return {
    items: merged.flatMap(({ user_id: person_id, ...access }) => {
      const person = personOf.get(person_id)
      return person ? [{ ...access, person, is_care_team: team.has(person_id) }] : []
    }),
    share_openings: openings.map(({ id, at, action }) => ({ id, at, is_program: action === shareOfPrograms })),
    next_before,
    people: people.length,
    care_team: people.filter((person) => team.has(person.user_id)).length,
  }
}
