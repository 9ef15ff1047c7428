import type { Language } from '@sukoyaka/phrases/language'
import { addDays, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { type getToday, type listTodaySection, type Today, type TodayScope, type TodaySection, todaySections } from '@sukoyaka/wire/boards/today'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { toIso } from '../../database/columns.ts'
import { pageSize } from '../../database/page.ts'
import { rawQuery } from '../../database/prepared.ts'
import { interview_participants, interviews } from '../interview/tables.ts'
import { message_rooms } from '../message/tables.ts'
import { patientCount } from '../patient/store.ts'
import { care_people } from '../patient/tables.ts'
import { type FoundItem, itemsOf } from './item-store.ts'
import { today_items, today_reviews } from './tables.ts'

/** Who reads the board, when and in which language. */
export type TodayViewer = { actor: Actor; now: Date; language: Language }

/** Maximum number of rows per section on the board; the section's own pages have all rows. */
const maxShownPerSection = 5

/** Values of the board's queries: the reader, now, and the bounds of today in Tokyo. */
const [actor_id, now, dayStart, dayEnd] = [sql.placeholder('actor_id'), sql.placeholder('now'), sql.placeholder('dayStart'), sql.placeholder('dayEnd')]
const valuesOf = ({ actor, now }: TodayViewer) => {
  const day = tokyoDay(now)
  return { actor_id: actor.id, now: now.toISOString(), dayStart: tokyoStartOfDay(day).toISOString(), dayEnd: tokyoStartOfDay(addDays(day, 1)).toISOString() }
}

/**
 * Limits `column` to the patients in the reader's care if the scope is `mine`. An array makes PostgreSQL read by index: for a join it reads the rows of
 * everybody.
 */
const inCare = ({ from }: PatientSource, todayScope: TodayScope, column: SQL) =>
  todayScope === 'mine' ? sql`and ${column} = any(array(select c.user_id from ${from(care_people, 'c')} where c.staff_id = ${actor_id}))` : sql``

/** Stored rows that are shown at this time. */
const storedRows = (source: PatientSource, todayScope: TodayScope) => sql`
  select i.section, i.user_id, i.subject_id, i.version, i.at, i.rank, i.details
  from ${source.from(today_items, 'i')}
  where i.shown_from <= ${now} and (i.shown_until is null or i.shown_until > ${now}) ${inCare(source, todayScope, sql`i.user_id`)}`

/** Patients with an unanswered message, the longest waiting first. A new message is a new version. */
const replyRows = (source: PatientSource, todayScope: TodayScope) => sql`
  select 'needs_reply', m.patient_id, 0::bigint, coalesce(m.last_message_at, m.unresponded_since), m.unresponded_since,
    extract(epoch from m.unresponded_since)::double precision * 1000, '{}'::jsonb
  from ${source.from(message_rooms, 'm')}
  where m.unresponded_since is not null ${inCare(source, todayScope, sql`m.patient_id`)}`

/** Interviews of this Tokyo day that are not cancelled, by time. `mine` includes those in which the reader takes part. */
const interviewRows = ({ from }: PatientSource, todayScope: TodayScope) => sql`
  select 'interviews_today', v.interviewee_id, v.id, v.conducted_at, v.conducted_at, extract(epoch from v.conducted_at)::double precision * 1000, '{}'::jsonb
  from ${from(interviews, 'v')}
  where v.conducted_at >= ${dayStart} and v.conducted_at < ${dayEnd} and v.status <> 'cancelled'
    ${
      todayScope === 'mine'
        ? sql`and (exists (select from ${from(care_people, 'c')} where c.user_id = v.interviewee_id and c.staff_id = ${actor_id})
            or exists (select from ${from(interview_participants, 'p')} where p.interview_id = v.id and p.staff_id = ${actor_id}))`
        : sql``
    }`

/**
 * The rows of the board, each with the review of exactly this version until the review expires. A row with critical values of which the patient was not told
 * counts as not reviewed.
 */
const foundRows = (source: PatientSource, todayScope: TodayScope, section?: TodaySection) => {
  const parts =
    section === undefined
      ? [storedRows, replyRows, interviewRows]
      : section === 'needs_reply'
        ? [replyRows]
        : section === 'interviews_today'
          ? [interviewRows]
          : [storedRows]
  const rows = parts.map((part) => part(source, todayScope))
  return sql`
    select f.*, r.id as review_id, r.reviewed_at, r.reviewed_by
    from (${sql.join(rows, sql` union all `)}) f (section, user_id, subject_id, version, at, rank, details)
      left join ${source.from(today_reviews, 'r')} on r.section = f.section and r.user_id = f.user_id and r.subject_id = f.subject_id and r.version = f.version
        and (r.until is null or r.until > ${now}) and coalesce((f.details ->> 'untold_count')::int, 0) = 0
    ${section === undefined ? sql`` : sql`where f.section = ${section}`}`
}

const toFoundItem = <T extends FoundItem>(row: T): T => ({
  ...row,
  version: toIso(row.version),
  at: toIso(row.at),
  reviewed_at: row.reviewed_at === null ? null : toIso(row.reviewed_at),
})

const ownPatients = patientQuery(({ from }) =>
  rawQuery<{ n: number }>(sql`select count(*)::int as n from ${from(care_people, 'c')} where c.staff_id = ${actor_id}`),
)
const patientCountOf = async (scope: PatientScope, todayScope: TodayScope, values: ReturnType<typeof valuesOf>) =>
  todayScope === 'mine' ? (await ownPatients(scope).execute(values))[0]!.n : patientCount(scope)

type Counted = FoundItem & { place: number; open: number; reviewed: number }

const boardRows = patientQuery((source, todayScope: TodayScope) =>
  rawQuery<Counted>(sql`
    select * from (
      select f.*, row_number() over (partition by f.section order by (f.review_id is not null), f.rank, f.user_id, f.subject_id)::int as place,
        (count(*) filter (where f.review_id is null) over (partition by f.section))::int as open,
        (count(*) filter (where f.review_id is not null) over (partition by f.section))::int as reviewed
      from (${foundRows(source, todayScope)}) f) g
    where g.place <= ${maxShownPerSection} order by g.section, g.place`),
)

/** All sections with their counts and first rows. */
export const boardOf = async (scope: PatientScope, viewer: TodayViewer, { scope: todayScope = 'mine' }: Input<typeof getToday>): Promise<Today> => {
  const values = valuesOf(viewer)
  const [rows, patient_count] = await Promise.all([boardRows(scope, todayScope).execute(values), patientCountOf(scope, todayScope, values)])
  const bySection = Map.groupBy(rows.map(toFoundItem), ({ section }) => section)
  const openRows = rows.filter(({ review_id }) => review_id === null).map(toFoundItem)
  const items = Map.groupBy(await itemsOf(scope, openRows, viewer.language), ({ section }) => section)
  return {
    scope: todayScope,
    patient_count,
    sections: todaySections.map((section) => {
      const [firstRow] = bySection.get(section) ?? []
      const total_count = firstRow?.open ?? 0
      return {
        section,
        items: items.get(section) ?? [],
        // the board's rows are also on the first page of the section's own list
        next_page: total_count > maxShownPerSection ? 1 : null,
        total_count,
        reviewed_count: firstRow?.reviewed ?? 0,
      }
    }),
  }
}

const sectionCounts = patientQuery((source, todayScope: TodayScope, section: TodaySection) =>
  rawQuery<{ open: number; reviewed: number }>(
    sql`select (count(*) filter (where f.review_id is null))::int as open, (count(*) filter (where f.review_id is not null))::int as reviewed
      from (${foundRows(source, todayScope, section)}) f`,
  ),
)
const sectionRows = patientQuery((source, todayScope: TodayScope, section: TodaySection, reviewed: boolean) =>
  rawQuery<FoundItem>(sql`
    select * from (${foundRows(source, todayScope, section)}) f where f.review_id is ${reviewed ? sql`not null` : sql`null`}
    order by ${reviewed ? sql`f.reviewed_at desc` : sql`f.rank`}, f.user_id, f.subject_id limit ${pageSize} offset ${sql.placeholder('offset')}`),
)

export const sectionOf = async (
  scope: PatientScope,
  viewer: TodayViewer,
  { section, scope: todayScope = 'mine', reviewed = false, page = 1 }: Input<typeof listTodaySection>,
) => {
  const values = valuesOf(viewer)
  const [[counts], rows] = await Promise.all([
    sectionCounts(scope, todayScope, section).execute(values),
    sectionRows(scope, todayScope, section, reviewed).execute({ ...values, offset: (page - 1) * pageSize }),
  ])
  const { open, reviewed: reviewed_count } = counts!
  const total_count = reviewed ? reviewed_count : open
  return {
    items: await itemsOf(scope, rows.map(toFoundItem), viewer.language),
    page,
    next_page: page * pageSize < total_count ? page + 1 : null,
    total_count,
    reviewed_count,
  }
}

const releaseRows = patientQuery(({ from }) =>
  rawQuery<FoundItem>(sql`
    select i.section, i.user_id, i.subject_id, i.version, i.at, i.details, null::bigint as review_id, null as reviewed_at, null::bigint as reviewed_by
    from ${from(today_items, 'i')} where i.user_id = any(${sql.placeholder('user_ids')}::bigint[]) and i.section = 'waiting_release'
      and i.subject_id = any(${sql.placeholder('ids')}::bigint[])`),
)

/** The board's rows of these checkups that wait for their release. */
export const releaseRowsOf = async (scope: PatientScope, user_ids: number[], ids: number[], language: Language) =>
  ids.length ? itemsOf(scope, (await releaseRows(scope).execute({ user_ids, ids })).map(toFoundItem), language) : []
