import type { Language } from '@sukoyaka/phrases/language'
import type { countMessageRooms, getMessageRoom, listMessageRooms, MessageRoom, MessageRoomCounts } from '@sukoyaka/wire/care/message-room'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, gt, inArray, isNotNull, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Actor } from '../../../access/actor.ts'
import { type PatientSource, patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { listCount } from '../../../database/list-count.ts'
import { isNamed, nameTerms } from '../../../database/name-search.ts'
import { pageSize } from '../../../database/page.ts'
import { filtersOf, isGiven } from '../../../database/prepared.ts'
import { apiError } from '../../../errors/api-error.ts'
import { users } from '../../account/tables.ts'
import { currentPlanOf, hasServiceType } from '../../contract/store.ts'
import { isOnScreen } from '../../notification/store.ts'
import { hasMainDoctor } from '../../patient/store.ts'
import { care_people } from '../../patient/tables.ts'
import { message_mentions, message_reminders, message_rooms, message_unreads, messages } from '../tables.ts'
import { personJson } from '../thread/column-store.ts'

/** The person who looks at the rooms: counters and reminders are per person. */
export type Viewer = { actor: Actor; now: Date; language: Language }
/** `waiting`: the longest waiting first, then the newest; `kana`: by the patients’ names in kana. */
export type RoomOrder = 'waiting' | 'kana'

const patient_id = sql`${message_rooms.patient_id}`

const unreadOf = (source: PatientSource, condition?: SQL) =>
  sql`exists (select from ${source.rows(message_unreads)} where ${and(eq(message_unreads.user_id, sql.placeholder('actor_id')), sql`${message_unreads.patient_id} = ${patient_id}`, gt(message_unreads.unread_count, 0), condition)})`

/** SQL condition: the viewer is on the care team or mentioned in an unread message, and does not have the room on screen. */
export const isNotifiable = (source: PatientSource, actor_id: number | Placeholder) =>
  sql`(exists (select from ${source.rows(care_people)} where ${care_people.user_id} = ${message_unreads.patient_id} and ${care_people.staff_id} = ${actor_id})
      or exists (select from ${source.rows(message_mentions)} where ${message_mentions.user_id} = ${actor_id} and ${message_mentions.patient_id} = ${message_unreads.patient_id}
        and ${message_mentions.message_id} > ${message_unreads.last_read_message_id}))
    and not ${isOnScreen(message_unreads.user_id, message_unreads.patient_id)}`

const actor_id = sql.placeholder('actor_id')

const hasDoctorNamed = (source: PatientSource): SQL =>
  hasMainDoctor(
    source,
    patient_id,
    sql`${care_people.staff_id} in (select ${users.id} from ${users} where ${users.role} = 'doctor'
      and ${isNamed(users.name_search, users.name_grams, 'doctor_')})`,
  )
const isPatientNamed = (source: PatientSource): SQL =>
  inArray(message_rooms.patient_id, source.db.select({ id: users.id }).from(users).where(isNamed(users.name_search, users.name_grams)))

/** The filters that a request has, with their values; `true` for a filter that needs no value. */
const givenBy = ({ actor }: Viewer, input: Input<typeof listMessageRooms>) => {
  const doctor = nameTerms(input.q?.main_doctor_full_name_cont)
  return {
    patient_id: input.patient_id,
    membership: input.service_type === 'membership' || undefined,
    business: input.service_type === 'business' || undefined,
    is_main_doctor: input.role === 'main_doctor' || undefined,
    ...nameTerms(input.q?.full_name_cont),
    doctor_grams: doctor?.grams,
    doctor_patterns: doctor?.patterns,
    // a patient is on no care team: all their unread messages count
    unread_only: input.unread_only || (input.notifiable_only && actor.role === 'patient') || undefined,
    notifiable_only: (input.notifiable_only && actor.role !== 'patient') || undefined,
    unresponded_only: input.unresponded_only || undefined,
    is_assigned: input.assignee_id ? true : undefined,
  }
}

const roomFilter = (source: PatientSource, filters: string) => {
  const has = isGiven(filters)
  const now = sql.placeholder('now')
  return and(
    has('patient_id') ? eq(message_rooms.patient_id, sql.placeholder('patient_id')) : undefined,
    has('membership') ? hasServiceType(source, patient_id, 'membership', now) : undefined,
    has('business') ? hasServiceType(source, patient_id, 'business', now) : undefined,
    has('is_main_doctor') ? hasMainDoctor(source, patient_id, sql`${care_people.staff_id} = ${actor_id}`) : undefined,
    has('grams') ? isPatientNamed(source) : undefined,
    has('doctor_grams') ? hasDoctorNamed(source) : undefined,
    has('unread_only') ? unreadOf(source) : undefined,
    has('notifiable_only') ? unreadOf(source, isNotifiable(source, actor_id)) : undefined,
    has('unresponded_only') ? isNotNull(message_rooms.unresponded_since) : undefined,
    has('is_assigned') ? eq(message_rooms.assignee_id, actor_id) : undefined,
  )
}

const senders = alias(users, 'senders')
const assignees = alias(users, 'assignees')

/** The rooms of a page, in its order. */
const pageOf = (source: PatientSource, order: RoomOrder, condition: SQL | undefined) => {
  const room = {
    room_id: sql<number>`${message_rooms.id}`.as('room_id'),
    patient_id: message_rooms.patient_id,
    last_message_at: message_rooms.last_message_at,
    last_message_id: message_rooms.last_message_id,
    unresponded_since: message_rooms.unresponded_since,
    assignee_id: message_rooms.assignee_id,
  }
  // the order of an index, so that PostgreSQL need not sort all rooms
  const waitingOrder = [
    sql`(${message_rooms.unresponded_since} is null)`,
    message_rooms.unresponded_since,
    sql`${message_rooms.last_message_at} desc nulls last`,
    message_rooms.patient_id,
  ]
  return (
    order === 'waiting'
      ? source.db
          .select(room)
          .from(source.rows(message_rooms))
          .where(condition)
          .orderBy(...waitingOrder)
      : source.db
          .select(room)
          .from(source.rows(message_rooms))
          .innerJoin(users, eq(users.id, message_rooms.patient_id))
          .where(condition)
          .orderBy(asc(users.kana_key), asc(users.id))
  )
    .limit(pageSize)
    .offset(sql.placeholder('offset'))
    .as('paged')
}

/** Rooms with the viewer's counters. Only the rows of the page are joined further. */
const roomsWhere = (source: PatientSource, language: Language, order: RoomOrder, condition: SQL | undefined) => {
  const paged = pageOf(source, order, condition)
  const plan = currentPlanOf(source, sql`${paged.patient_id}`, sql.placeholder('now'), language).as('plan')
  const reminder = source.db
    .select({
      last_reminded_at: sql<string>`${message_reminders.created_at}`.mapWith(message_reminders.created_at).as('last_reminded_at'),
      remind_at: message_reminders.remind_at,
    })
    .from(source.rows(message_reminders))
    .where(and(eq(message_reminders.user_id, actor_id), sql`${message_reminders.patient_id} = ${paged.patient_id}`, isNull(message_reminders.done_at)))
    .orderBy(asc(message_reminders.remind_at))
    .limit(1)
    .as('reminder')
  // a limit keeps this a look-up per row of the page: as a plain join, PostgreSQL reads all unread counters of the viewer
  const unread = source.db
    .select({ unread_count: message_unreads.unread_count, last_read_message_id: message_unreads.last_read_message_id })
    .from(source.rows(message_unreads))
    .where(and(eq(message_unreads.user_id, actor_id), sql`${message_unreads.patient_id} = ${paged.patient_id}`))
    .limit(1)
    .as('unread')
  const last = sql<
    MessageRoom['last_message']
  >`case when ${messages.id} is not null then jsonb_build_object('id', ${messages.id}, 'sender', ${personJson(senders)},
    'body', left(${messages.body}, 100), 'content_type', ${messages.content_type}, 'message_type', ${messages.message_type}) end`
  return source.db
    .select({
      id: paged.room_id,
      patient_id: paged.patient_id,
      first_name: users.first_name,
      last_name: users.last_name,
      first_name_kana: users.first_name_kana,
      last_name_kana: users.last_name_kana,
      icon: users.icon,
      birthday: users.birthday,
      sex: users.sex,
      plan_id: plan.plan_id,
      plan_name: plan.plan_name,
      chat: sql<boolean>`coalesce(${plan.chat}, false)`,
      unread_count: sql<number>`coalesce(${unread.unread_count}, 0)`,
      last_read_message_id: unread.last_read_message_id,
      last_message_at: paged.last_message_at,
      last_message: last,
      unresponded_since: paged.unresponded_since,
      assignee: sql<MessageRoom['assignee']>`case when ${assignees.id} is not null then ${personJson(assignees)} end`,
      last_reminded_at: reminder.last_reminded_at,
      next_remind_at: reminder.remind_at,
    })
    .from(paged)
    .innerJoin(users, eq(users.id, paged.patient_id))
    .leftJoin(source.rows(messages), eq(messages.id, paged.last_message_id))
    .leftJoin(senders, eq(senders.id, messages.sender_id))
    .leftJoin(assignees, eq(assignees.id, paged.assignee_id))
    .leftJoinLateral(plan, sql`true`)
    .leftJoinLateral(unread, sql`true`)
    .leftJoinLateral(reminder, sql`true`)
    .orderBy(
      ...(order === 'waiting'
        ? [sql`(${paged.unresponded_since} is null)`, paged.unresponded_since, sql`${paged.last_message_at} desc nulls last`, paged.patient_id]
        : [asc(users.kana_key), asc(paged.patient_id)]),
    )
}

type Row = Awaited<ReturnType<typeof roomsWhere>>[number]

const toRooms = (actor: Actor, rows: Row[]): MessageRoom[] =>
  rows.map(({ patient_id, first_name, last_name, first_name_kana, last_name_kana, icon, birthday, sex, plan_id, plan_name, ...room }) => ({
    ...room,
    patient: {
      id: patient_id,
      first_name,
      last_name,
      first_name_kana,
      last_name_kana,
      icon,
      birthday,
      sex,
      plan: plan_id === null ? null : { id: plan_id, display_name: plan_name! },
    },
    // only staff see that a patient waits, and who takes care of the conversation
    unresponded_since: actor.role === 'patient' ? null : room.unresponded_since,
    assignee: actor.role === 'patient' ? null : room.assignee,
    last_reminded_at: room.last_reminded_at ?? null,
    next_remind_at: room.next_remind_at ?? null,
  }))

const roomsOfPage = patientQuery((source, language: Language, order: RoomOrder, filters: string) =>
  roomsWhere(source, language, order, roomFilter(source, filters)),
)
const roomById = patientQuery((source, language: Language) => roomsWhere(source, language, 'waiting', eq(message_rooms.id, sql.placeholder('id'))))
const countWhere = patientQuery((source, filters: string) =>
  source.db.select({ n: sql<number>`count(*)::int` }).from(source.rows(message_rooms)).where(roomFilter(source, filters)),
)
const countOfRooms = async (scope: PatientScope, filters: string, values: Record<string, unknown>) =>
  filters || scope.own !== undefined ? (await countWhere(scope, filters).execute(values))[0]!.n : listCount(scope.db, 'message_rooms')

export const roomsOf = async (scope: PatientScope, viewer: Viewer, order: RoomOrder, input: Input<typeof listMessageRooms>) => {
  const page = input.page ?? 1
  const { actor, now, language } = viewer
  const given = givenBy(viewer, input)
  const filters = filtersOf(given)
  const params = { ...given, actor_id: actor.id, now: now.toISOString(), offset: (page - 1) * pageSize }
  const [rows, total_count] = await Promise.all([roomsOfPage(scope, language, order, filters).execute(params), countOfRooms(scope, filters, params)])
  return { items: toRooms(actor, rows), page, next_page: page * pageSize < total_count ? page + 1 : null, total_count }
}

/** Which filter each number counts with. */
const counted = {
  unread: { unread_only: true },
  unresponded: { unresponded_only: true },
  notifiable: { notifiable_only: true },
  assigned: { assignee_id: 'me' },
} as const satisfies Record<keyof MessageRoomCounts, Input<typeof listMessageRooms>>

/** Number of rooms for each filter of `counted`, combined with the filters of the request. One query each, because the filters use different indexes. */
export const countsOf = async (scope: PatientScope, viewer: Viewer, input: Input<typeof countMessageRooms>): Promise<MessageRoomCounts> => {
  const { actor, now } = viewer
  const countOf = (filter: Input<typeof listMessageRooms>) => {
    const given = givenBy(viewer, { ...input, ...filter })
    return countOfRooms(scope, filtersOf(given), { ...given, actor_id: actor.id, now: now.toISOString() })
  }
  const [unread, unresponded, notifiable, assigned] = await Promise.all([
    countOf(counted.unread),
    countOf(counted.unresponded),
    countOf(counted.notifiable),
    countOf(counted.assigned),
  ])
  return { unread, unresponded, notifiable, assigned }
}

export const getRoom = async (scope: PatientScope, { actor, now, language }: Viewer, { id }: Input<typeof getMessageRoom>): Promise<MessageRoom> => {
  const rows = await roomById(scope, language).execute({ id, actor_id: actor.id, now: now.toISOString(), offset: 0 })
  const [room] = toRooms(actor, rows)
  if (!room) throw apiError('not_found')
  return room
}

const unreadCount = patientQuery((source, isNotifiableOnly: boolean) => {
  return source.db
    .select({ count: sql<number>`coalesce(sum(${message_unreads.unread_count}), 0)::int`, patient_count: sql<number>`count(*)::int` })
    .from(source.rows(message_unreads))
    .where(and(eq(message_unreads.user_id, actor_id), gt(message_unreads.unread_count, 0), isNotifiableOnly ? isNotifiable(source, actor_id) : undefined))
})

/** Number of unread messages, and of the rooms that have them: in all rooms, or for staff in notifiable rooms only. */
export const unreadCountOf = async (scope: PatientScope, actor: Actor, filter?: 'notifiable'): Promise<{ count: number; patient_count: number }> => {
  const [total] = await unreadCount(scope, filter !== undefined && actor.role !== 'patient').execute({ actor_id: actor.id })
  return total!
}
