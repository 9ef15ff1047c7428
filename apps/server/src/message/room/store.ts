import type { Language } from '@sukoyaka/phrases/kit'
import type { Input } from '@sukoyaka/wire/kit'
import type { getMessageRoom, listMessageRooms } from '@sukoyaka/wire/message'
import { and, asc, eq, gt, isNotNull, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Actor, type Reach, touch, within, withinOwn } from '../../access/gate.ts'
import { users } from '../../account/tables.ts'
import { currentPlanOf, hasServiceType } from '../../contract/store.ts'
import { builtOnce, type Db } from '../../kit/db.ts'
import { nameMatches } from '../../kit/name-search.ts'
import { pageSize } from '../../kit/page.ts'
import { refuse } from '../../kit/refusal.ts'
import { hasMainDoctor, isStaffMember } from '../../patient/store.ts'
import { care_people } from '../../patient/tables.ts'
import { message_mentions, message_reminders, message_rooms, message_unreads } from '../tables.ts'

/** Who looks at the rooms, when and in which language: the same room shows each person their own counters. */
export type Viewer = { actor: Actor; now: Date; language: Language }

const patient_id = sql`${message_rooms.patient_id}`

const unreadOf = (actor: Actor, more?: SQL) =>
  sql`exists (select from ${message_unreads} where ${and(eq(message_unreads.user_id, actor.id), sql`${message_unreads.patient_id} = ${patient_id}`, gt(message_unreads.unread_count, 0), more)})`

/** Unread, and the reader is on the care team or mentioned in what they have not read. */
const notifiable = (actor: Actor) =>
  unreadOf(
    actor,
    sql`(exists (select from ${care_people} where ${care_people.user_id} = ${message_unreads.patient_id} and ${care_people.staff_id} = ${actor.id})
      or exists (select from ${message_mentions} where ${message_mentions.user_id} = ${actor.id} and ${message_mentions.patient_id} = ${message_unreads.patient_id}
        and ${message_mentions.message_id} > ${message_unreads.last_read_message_id}))`,
  )

const doctorNamed = (name: string | undefined): SQL | undefined => {
  const matches = nameMatches(users.name_search, users.name_grams, name)
  return matches && hasMainDoctor(patient_id, sql`${care_people.staff_id} in (select ${users.id} from ${users} where ${users.role} = 'doctor' and ${matches})`)
}

const wanted = (db: Db, reach: Reach, { actor, now }: Viewer, input: Input<typeof listMessageRooms>) =>
  and(
    within(reach, message_rooms.patient_id),
    input.service_type && hasServiceType(db, patient_id, input.service_type, now),
    input.role === 'main_doctor' ? hasMainDoctor(patient_id, isStaffMember(actor)) : undefined,
    doctorNamed(input.q?.main_doctor_full_name_cont),
    input.unread_only ? unreadOf(actor) : undefined,
    input.notifiable_only ? notifiable(actor) : undefined,
    input.unresponded_only ? isNotNull(message_rooms.unresponded_since) : undefined,
  )

type Asked = { actor_id: number | Placeholder; now: Date | Placeholder; offset: number | Placeholder; language: Language }

/** Rooms with what the viewer sees in them. Only the rows of the page are looked up further. */
const roomsWhere = (db: Db, { actor_id, now, offset, language }: Asked, condition: SQL | undefined) => {
  const paged = db
    .select({
      room_id: sql<number>`${message_rooms.id}`.as('room_id'),
      patient_id: message_rooms.patient_id,
      last_message_at: message_rooms.last_message_at,
      unresponded_since: message_rooms.unresponded_since,
      first_name: users.first_name,
      last_name: users.last_name,
      first_name_kana: users.first_name_kana,
      last_name_kana: users.last_name_kana,
      icon: users.icon,
      kana_key: users.kana_key,
    })
    .from(message_rooms)
    .innerJoin(users, and(eq(users.id, message_rooms.patient_id), eq(users.role, 'patient')))
    .where(condition)
    .orderBy(asc(users.kana_key), asc(users.id))
    .limit(pageSize)
    .offset(offset)
    .as('paged')
  const plan = currentPlanOf(db, sql`${paged.patient_id}`, now, language).as('plan')
  const reminder = db
    .select({
      last_reminded_at: sql<string>`${message_reminders.created_at}`.mapWith(message_reminders.created_at).as('last_reminded_at'),
      remind_at: message_reminders.remind_at,
    })
    .from(message_reminders)
    .where(and(eq(message_reminders.user_id, actor_id), sql`${message_reminders.patient_id} = ${paged.patient_id}`, isNull(message_reminders.done_at)))
    .orderBy(asc(message_reminders.remind_at))
    .limit(1)
    .as('reminder')
  return db
    .select({
      id: paged.room_id,
      patient_id: paged.patient_id,
      first_name: paged.first_name,
      last_name: paged.last_name,
      first_name_kana: paged.first_name_kana,
      last_name_kana: paged.last_name_kana,
      icon: paged.icon,
      plan_id: plan.plan_id,
      plan_name: plan.plan_name,
      unread_count: sql<number>`coalesce(${message_unreads.unread_count}, 0)`,
      last_message_at: paged.last_message_at,
      unresponded_since: paged.unresponded_since,
      last_reminded_at: reminder.last_reminded_at,
      next_remind_at: reminder.remind_at,
    })
    .from(paged)
    .leftJoinLateral(plan, sql`true`)
    .leftJoin(message_unreads, and(eq(message_unreads.user_id, actor_id), eq(message_unreads.patient_id, paged.patient_id)))
    .leftJoinLateral(reminder, sql`true`)
    .orderBy(asc(paged.kana_key), asc(paged.patient_id))
}

type Row = Awaited<ReturnType<typeof roomsWhere>>[number]

const shown = (actor: Actor, rows: Row[]) =>
  rows.map(({ id, patient_id, plan_id, plan_name, unread_count, last_message_at, unresponded_since, last_reminded_at, next_remind_at, ...person }) => ({
    id,
    patient: { id: patient_id, ...person, plan: plan_id === null ? null : { id: plan_id, display_name: plan_name! } },
    unread_count,
    last_message_at,
    // that somebody waits is the staff's marker
    unresponded_since: actor.role === 'patient' ? null : unresponded_since,
    last_reminded_at: last_reminded_at ?? null,
    next_remind_at: next_remind_at ?? null,
  }))

const roomsIn = async (db: Db, { actor, now, language }: Viewer, condition: SQL | undefined, page: number) =>
  shown(actor, await roomsWhere(db, { actor_id: actor.id, now, offset: (page - 1) * pageSize, language }, condition))

/** The sidebar as it is asked for every three seconds. */
const allRooms = builtOnce((db, language: Language, isOwn: boolean) =>
  roomsWhere(
    db,
    { actor_id: sql.placeholder('actor_id'), now: sql.placeholder('now'), offset: sql.placeholder('offset'), language },
    withinOwn(isOwn, message_rooms.patient_id),
  ).prepare(`rooms_${language}_${isOwn}`),
)
const countOfRooms = builtOnce((db, isOwn: boolean) =>
  db.select({ n: sql<number>`count(*)::int` }).from(message_rooms).where(withinOwn(isOwn, message_rooms.patient_id)).prepare(`count_of_rooms_${isOwn}`),
)

/** The sidebar's rooms, sorted by the patients' kana. */
export const roomsOf = async (db: Db, reach: Reach, viewer: Viewer, input: Input<typeof listMessageRooms>) => {
  const page = input.page ?? 1
  const paged = (items: ReturnType<typeof shown>, total_count: number) => ({
    items,
    page,
    next_page: page * pageSize < total_count ? page + 1 : null,
    total_count,
  })
  if (Object.keys(input).every((key) => key === 'page')) {
    const { actor, now, language } = viewer
    const isOwn = reach.own !== undefined
    const asked = { actor_id: actor.id, now: now.toISOString(), offset: (page - 1) * pageSize, own: reach.own }
    const [rows, [total]] = await Promise.all([allRooms(db, language, isOwn).execute(asked), countOfRooms(db, isOwn).execute(asked)])
    return paged(shown(actor, rows), total?.n ?? 0)
  }
  const filters = wanted(db, reach, viewer, input)
  const named = nameMatches(users.name_search, users.name_grams, input.q?.full_name_cont)
  // without a name the count needs no join: the sidebar asks every three seconds
  const counted = named
    ? db.select({ n: sql<number>`count(*)::int` }).from(message_rooms).innerJoin(users, eq(users.id, message_rooms.patient_id)).where(and(filters, named))
    : db.select({ n: sql<number>`count(*)::int` }).from(message_rooms).where(filters)
  const [items, [total]] = await Promise.all([roomsIn(db, viewer, and(filters, named), page), counted])
  return paged(items, total?.n ?? 0)
}

export const getRoom = async (db: Db, reach: Reach, viewer: Viewer, { id }: Input<typeof getMessageRoom>) => {
  const [room] = await roomsIn(db, viewer, and(eq(message_rooms.id, id), within(reach, message_rooms.patient_id)), 1)
  if (!room) throw refuse('not_found')
  touch(reach, room.patient.id)
  return room
}
