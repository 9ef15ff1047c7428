import type { Language } from '@sukoyaka/phrases/language'
import { addDays, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { type getToday, type listTodaySection, type Today, type TodayScope, type TodaySection, todaySections } from '@sukoyaka/wire/boards/today'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { toIso } from '../../database/columns.ts'
import { pageSize } from '../../database/page.ts'
import { interview_participants, interviews } from '../interview/tables.ts'
import { message_rooms } from '../message/tables.ts'
import { care_people, patients } from '../patient/tables.ts'
import { type FoundItem, itemsOf } from './item-store.ts'
import { today_items, today_reviews } from './tables.ts'

/** Who reads the board, when and in which language. */
export type TodayViewer = { actor: Actor; now: Date; language: Language }

/** Rows per section on the board; the others are on the section's own pages. */
const maxShownPerSection = 5

const inCareOf = (scope: PatientScope, actor: Actor, column: SQL) =>
  sql`exists (select from ${scope.from(care_people, 'c')} where c.user_id = ${column} and c.staff_id = ${actor.id})`

/** Stored rows that are shown at this time. */
const storedRows = (scope: PatientScope, { actor, now }: TodayViewer, todayScope: TodayScope) => sql`
  select i.section, i.user_id, i.subject_id, i.version, i.at, i.rank, i.details
  from ${scope.from(today_items, 'i')} ${todayScope === 'mine' ? sql`join ${scope.from(care_people, 'c')} on c.user_id = i.user_id and c.staff_id = ${actor.id}` : sql``}
  where i.shown_from <= ${now.toISOString()} and (i.shown_until is null or i.shown_until > ${now.toISOString()})`

/** Patients with an unanswered message, the longest waiting first. A new message is a new version. */
const replyRows = (scope: PatientScope, { actor }: TodayViewer, todayScope: TodayScope) => sql`
  select 'needs_reply', m.patient_id, 0::bigint, coalesce(m.last_message_at, m.unresponded_since), m.unresponded_since,
    extract(epoch from m.unresponded_since)::double precision * 1000, '{}'::jsonb
  from ${scope.from(message_rooms, 'm')} ${todayScope === 'mine' ? sql`join ${scope.from(care_people, 'c')} on c.user_id = m.patient_id and c.staff_id = ${actor.id}` : sql``}
  where m.unresponded_since is not null`

/** Interviews of this Tokyo day that are not cancelled, by time. `mine` includes those in which the reader takes part. */
const interviewRows = (scope: PatientScope, { actor, now }: TodayViewer, todayScope: TodayScope) => {
  const day = tokyoDay(now)
  return sql`
    select 'interviews_today', v.interviewee_id, v.id, v.conducted_at, v.conducted_at, extract(epoch from v.conducted_at)::double precision * 1000, '{}'::jsonb
    from ${scope.from(interviews, 'v')}
    where v.conducted_at >= ${tokyoStartOfDay(day).toISOString()} and v.conducted_at < ${tokyoStartOfDay(addDays(day, 1)).toISOString()} and v.status <> 'cancelled'
     
      ${
        todayScope === 'mine'
          ? sql`and (${inCareOf(scope, actor, sql`v.interviewee_id`)} or exists (select from ${scope.from(interview_participants, 'p')} where p.interview_id = v.id and p.staff_id = ${actor.id}))`
          : sql``
      }`
}

/** The rows of the board, each with the review of exactly this version. */
const foundRows = (scope: PatientScope, viewer: TodayViewer, todayScope: TodayScope, section?: TodaySection) => {
  const parts =
    section === undefined
      ? [storedRows, replyRows, interviewRows]
      : section === 'needs_reply'
        ? [replyRows]
        : section === 'interviews_today'
          ? [interviewRows]
          : [storedRows]
  const rows = parts.map((part) => part(scope, viewer, todayScope))
  return sql`
    select f.*, r.id as review_id, r.reviewed_at, r.reviewed_by
    from (${sql.join(rows, sql` union all `)}) f (section, user_id, subject_id, version, at, rank, details)
      left join ${scope.from(today_reviews, 'r')} on r.section = f.section and r.user_id = f.user_id and r.subject_id = f.subject_id and r.version = f.version
        and (r.until is null or r.until > ${viewer.now.toISOString()})
    ${section === undefined ? sql`` : sql`where f.section = ${section}`}`
}

const toFoundItem = <T extends FoundItem>(row: T): T => ({
  ...row,
  version: toIso(row.version),
  at: toIso(row.at),
  reviewed_at: row.reviewed_at === null ? null : toIso(row.reviewed_at),
})

const countOfPatients = async (scope: PatientScope, actor: Actor, todayScope: TodayScope): Promise<number> => {
  const { rows } = await scope.db.execute<{ n: number }>(
    todayScope === 'mine'
      ? sql`select count(*)::int as n from ${scope.from(care_people, 'c')} where c.staff_id = ${actor.id}`
      : sql`select count(*)::int as n from ${scope.from(patients, 'p')}`,
  )
  return rows[0]!.n
}

type Counted = FoundItem & { place: number; open: number; reviewed: number }

/** All sections with their counts and first rows. */
export const boardOf = async (scope: PatientScope, viewer: TodayViewer, { scope: todayScope = 'mine' }: Input<typeof getToday>): Promise<Today> => {
  const query = scope.db.execute<Counted>(sql`
    select * from (
      select f.*, row_number() over (partition by f.section order by (f.review_id is not null), f.rank, f.user_id, f.subject_id)::int as place,
        (count(*) filter (where f.review_id is null) over (partition by f.section))::int as open,
        (count(*) filter (where f.review_id is not null) over (partition by f.section))::int as reviewed
      from (${foundRows(scope, viewer, todayScope)}) f) g
    where g.place <= ${maxShownPerSection} order by g.section, g.place`)
  const [{ rows }, patient_count] = await Promise.all([query, countOfPatients(scope, viewer.actor, todayScope)])
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

export const sectionOf = async (
  scope: PatientScope,
  viewer: TodayViewer,
  { section, scope: todayScope = 'mine', reviewed = false, page = 1 }: Input<typeof listTodaySection>,
) => {
  const sectionRows = foundRows(scope, viewer, todayScope, section)
  const [counted, listed] = await Promise.all([
    scope.db.execute<{ open: number; reviewed: number }>(
      sql`select (count(*) filter (where f.review_id is null))::int as open, (count(*) filter (where f.review_id is not null))::int as reviewed from (${sectionRows}) f`,
    ),
    scope.db.execute<FoundItem>(sql`
      select * from (${sectionRows}) f where f.review_id is ${reviewed ? sql`not null` : sql`null`}
      order by ${reviewed ? sql`f.reviewed_at desc` : sql`f.rank`}, f.user_id, f.subject_id limit ${pageSize} offset ${(page - 1) * pageSize}`),
  ])
  const { open, reviewed: reviewed_count } = counted.rows[0]!
  const total_count = reviewed ? reviewed_count : open
  return {
    items: await itemsOf(scope, listed.rows.map(toFoundItem), viewer.language),
    page,
    next_page: page * pageSize < total_count ? page + 1 : null,
    total_count,
    reviewed_count,
  }
}
