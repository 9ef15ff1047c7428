import type { Language } from '@sukoyaka/phrases/language'
import { addDays, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { type getToday, type listTodaySection, type Today, type TodayScope, type TodaySection, todaySections } from '@sukoyaka/wire/boards/today'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type SQL, sql } from 'drizzle-orm'
import { type Actor, type Reach, within } from '../../access/gate.ts'
import { isoOf } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { pageSize } from '../../database/page.ts'
import { interview_participants, interviews } from '../interview/tables.ts'
import { message_rooms } from '../message/tables.ts'
import { care_people, patients } from '../patient/tables.ts'
import { type Found, itemsOf } from './item-store.ts'
import { today_items, today_reviews } from './tables.ts'

/** Who looks at the board, when and in which language. */
export type Looking = { actor: Actor; now: Date; language: Language }

/** Rows of a section that the board itself shows; the rest is a page away. */
const shownAtOnce = 5

const inCareOf = (actor: Actor, column: SQL) => sql`exists (select from ${care_people} c where c.user_id = ${column} and c.staff_id = ${actor.id})`

/** Rows that are kept, where they are to be shown now. */
const keptRows = (reach: Reach, { actor, now }: Looking, scope: TodayScope) => sql`
  select i.section, i.user_id, i.subject_id, i.version, i.at, i.rank, i.details
  from ${today_items} i ${scope === 'mine' ? sql`join ${care_people} c on c.user_id = i.user_id and c.staff_id = ${actor.id}` : sql``}
  where i.shown_from <= ${now.toISOString()} and (i.shown_until is null or i.shown_until > ${now.toISOString()}) and ${within(reach, sql`i.user_id`)}`

/** A message of the patient that nobody of the staff has answered; who waits longest comes first, a new message is a new state. */
const replyRows = (reach: Reach, { actor }: Looking, scope: TodayScope) => sql`
  select 'needs_reply', m.patient_id, 0::bigint, coalesce(m.last_message_at, m.unresponded_since), m.unresponded_since,
    extract(epoch from m.unresponded_since)::double precision * 1000, '{}'::jsonb
  from ${message_rooms} m ${scope === 'mine' ? sql`join ${care_people} c on c.user_id = m.patient_id and c.staff_id = ${actor.id}` : sql``}
  where m.unresponded_since is not null and ${within(reach, sql`m.patient_id`)}`

/** Interviews of this Tokyo day that are not cancelled, in the order of the day. Mine are also those in which I take part. */
const interviewRows = (reach: Reach, { actor, now }: Looking, scope: TodayScope) => {
  const day = tokyoDay(now)
  return sql`
    select 'interviews_today', v.interviewee_id, v.id, v.conducted_at, v.conducted_at, extract(epoch from v.conducted_at)::double precision * 1000, '{}'::jsonb
    from ${interviews} v
    where v.conducted_at >= ${tokyoStartOfDay(day).toISOString()} and v.conducted_at < ${tokyoStartOfDay(addDays(day, 1)).toISOString()} and v.status <> 'cancelled'
      and ${within(reach, sql`v.interviewee_id`)}
      ${
        scope === 'mine'
          ? sql`and (${inCareOf(actor, sql`v.interviewee_id`)} or exists (select from ${interview_participants} p where p.interview_id = v.id and p.staff_id = ${actor.id}))`
          : sql``
      }`
}

/** What stands on the board, with the review of this very state of things. */
const found = (reach: Reach, looking: Looking, scope: TodayScope, section?: TodaySection) => {
  const parts =
    section === undefined
      ? [keptRows, replyRows, interviewRows]
      : section === 'needs_reply'
        ? [replyRows]
        : section === 'interviews_today'
          ? [interviewRows]
          : [keptRows]
  const rows = parts.map((part) => part(reach, looking, scope))
  return sql`
    select f.*, r.id as review_id, r.reviewed_at, r.reviewed_by
    from (${sql.join(rows, sql` union all `)}) f (section, user_id, subject_id, version, at, rank, details)
      left join ${today_reviews} r on r.section = f.section and r.user_id = f.user_id and r.subject_id = f.subject_id and r.version = f.version
        and (r.until is null or r.until > ${looking.now.toISOString()})
    ${section === undefined ? sql`` : sql`where f.section = ${section}`}`
}

const asFound = <T extends Found>(row: T): T => ({
  ...row,
  version: isoOf(row.version),
  at: isoOf(row.at),
  reviewed_at: row.reviewed_at === null ? null : isoOf(row.reviewed_at),
})

const countOfPatients = async (db: Db, reach: Reach, actor: Actor, scope: TodayScope): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    scope === 'mine'
      ? sql`select count(*)::int as n from ${care_people} c where c.staff_id = ${actor.id} and ${within(reach, sql`c.user_id`)}`
      : sql`select count(*)::int as n from ${patients} p where ${within(reach, sql`p.user_id`)}`,
  )
  return rows[0]!.n
}

type Counted = Found & { place: number; open: number; reviewed: number }

/** Every section with its count and its first rows. */
export const boardOf = async (db: Db, reach: Reach, looking: Looking, { scope = 'mine' }: Input<typeof getToday>): Promise<Today> => {
  const asked = db.execute<Counted>(sql`
    select * from (
      select f.*, row_number() over (partition by f.section order by (f.review_id is not null), f.rank, f.user_id, f.subject_id)::int as place,
        (count(*) filter (where f.review_id is null) over (partition by f.section))::int as open,
        (count(*) filter (where f.review_id is not null) over (partition by f.section))::int as reviewed
      from (${found(reach, looking, scope)}) f) g
    where g.place <= ${shownAtOnce} order by g.section, g.place`)
  const [{ rows }, patient_count] = await Promise.all([asked, countOfPatients(db, reach, looking.actor, scope)])
  const bySection = Map.groupBy(rows.map(asFound), ({ section }) => section)
  const open = rows.filter(({ review_id }) => review_id === null).map(asFound)
  const items = Map.groupBy(await itemsOf(db, reach, open, looking.language), ({ section }) => section)
  return {
    scope,
    patient_count,
    sections: todaySections.map((section) => {
      const [first] = bySection.get(section) ?? []
      const total_count = first?.open ?? 0
      return {
        section,
        items: items.get(section) ?? [],
        // the board has the first rows of the section's own first page
        next_page: total_count > shownAtOnce ? 1 : null,
        total_count,
        reviewed_count: first?.reviewed ?? 0,
      }
    }),
  }
}

export const sectionOf = async (
  db: Db,
  reach: Reach,
  looking: Looking,
  { section, scope = 'mine', reviewed = false, page = 1 }: Input<typeof listTodaySection>,
) => {
  const of = found(reach, looking, scope, section)
  const [counted, listed] = await Promise.all([
    db.execute<{ open: number; reviewed: number }>(
      sql`select (count(*) filter (where f.review_id is null))::int as open, (count(*) filter (where f.review_id is not null))::int as reviewed from (${of}) f`,
    ),
    db.execute<Found>(sql`
      select * from (${of}) f where f.review_id is ${reviewed ? sql`not null` : sql`null`}
      order by ${reviewed ? sql`f.reviewed_at desc` : sql`f.rank`}, f.user_id, f.subject_id limit ${pageSize} offset ${(page - 1) * pageSize}`),
  ])
  const { open, reviewed: reviewed_count } = counted.rows[0]!
  const total_count = reviewed ? reviewed_count : open
  return {
    items: await itemsOf(db, reach, listed.rows.map(asFound), looking.language),
    page,
    next_page: page * pageSize < total_count ? page + 1 : null,
    total_count,
    reviewed_count,
  }
}
