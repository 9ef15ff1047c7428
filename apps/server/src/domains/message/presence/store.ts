import type { RoomPresence, reportPresence } from '@sukoyaka/wire/care/message-presence'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Actor } from '../../../access/actor.ts'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { preparedQuery, rawQuery } from '../../../database/prepared.ts'
import { personColumns } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { room_presences } from '../tables.ts'

/** A window is gone after 45 seconds without a report; typing ends after 10 seconds. */
const isHere = sql`${room_presences.seen_at} > now() - interval '45 seconds'`
const isTyping = sql`coalesce(${room_presences.typed_at} > now() - interval '10 seconds', false)`

const otherPresences = patientQuery(({ db, rows }) => {
  const since = sql<string>`min(${room_presences.since})`.mapWith(room_presences.since)
  return db
    .select({ user: personColumns, is_typing: sql<boolean>`bool_or(${isTyping})`, since })
    .from(rows(room_presences))
    .innerJoin(users, eq(users.id, room_presences.user_id))
    .where(and(eq(room_presences.patient_id, sql.placeholder('patient_id')), ne(users.id, sql.placeholder('actor_id')), isNull(users.deactivated_at), isHere))
    .groupBy(users.id)
    .orderBy(asc(since), asc(users.id))
})

/** The other people who have the room open, earliest first. Several windows of one person count once. */
export const presencesOf = async (actor: Actor, scope: PatientScope, patient_id: number): Promise<RoomPresence[]> => {
  await requirePatient(scope, patient_id)
  return otherPresences(scope).execute({ patient_id, actor_id: actor.id })
}

const presenceRows = patientQuery(({ rows }) =>
  rawQuery<{ user_id: number; is_typing: boolean }>(sql`
    select user_id, bool_or(typed_at is not null) as is_typing from ${rows(room_presences)} where patient_id = ${sql.placeholder('patient_id')}
    group by user_id order by user_id`),
)

/** The stored presences of the room, including expired ones, as text to compare. */
const storedPresences = async (scope: PatientScope, patient_id: number) => {
  const rows = await presenceRows(scope).execute({ patient_id })
  return JSON.stringify(rows.map(({ user_id, is_typing }) => [Number(user_id), is_typing]))
}

const roomLock = preparedQuery(() => rawQuery(sql`select pg_advisory_xact_lock(hashtextextended('room_presences', ${sql.placeholder('patient_id')}))`))

/** Stores a window's report and removes what has expired. Returns whether the people in the room or their typing changed. */
export const savePresence = async (actor: Actor, scope: PatientScope, report: Input<typeof reportPresence>): Promise<boolean> => {
  const { patient_id, client_id, is_here, is_typing = false } = report
  await requirePatient(scope, patient_id)
  // serialises reports of one room, so that every change is published
  await roomLock(scope.db).execute({ patient_id })
  const before = await storedPresences(scope, patient_id)
  const isOwn = and(eq(room_presences.patient_id, patient_id), eq(room_presences.user_id, actor.id), eq(room_presences.client_id, client_id))
  if (is_here)
    await scope.db.execute(sql`
      insert into ${scope.target(room_presences)} (patient_id, user_id, client_id, typed_at) values (${patient_id}, ${actor.id}, ${client_id}, ${is_typing ? sql`now()` : null})
      on conflict (patient_id, user_id, client_id) do update set seen_at = now(), typed_at = excluded.typed_at,
        since = case when ${isHere} then ${room_presences.since} else now() end`)
  else await scope.delete(room_presences).where(isOwn)
  await scope.delete(room_presences).where(and(eq(room_presences.patient_id, patient_id), sql`not ${isHere}`))
  await scope
    .update(room_presences)
    .set({ typed_at: null })
    .where(and(eq(room_presences.patient_id, patient_id), sql`${room_presences.typed_at} is not null`, sql`not ${isTyping}`))
  return before !== (await storedPresences(scope, patient_id))
}
