import type { RoomPresence, sayPresence } from '@sukoyaka/wire/care/message-presence'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Actor } from '../../../access/actor.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { personColumns } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { room_presences } from '../tables.ts'

/** A window that says nothing for so long is gone, and one that says no more that it is typed in is not. */
const isHere = sql`${room_presences.seen_at} > now() - interval '45 seconds'`
const isTyping = sql`coalesce(${room_presences.typed_at} > now() - interval '10 seconds', false)`

/** Who else has the room open, whoever came first first. Several windows of one person are one. */
export const presencesOf = async (actor: Actor, scope: PatientScope, patient_id: number): Promise<RoomPresence[]> => {
  await requirePatient(scope, patient_id)
  const since = sql<string>`min(${room_presences.since})`.mapWith(room_presences.since)
  return scope.db
    .select({ user: personColumns, is_typing: sql<boolean>`bool_or(${isTyping})`, since })
    .from(scope.rows(room_presences))
    .innerJoin(users, eq(users.id, room_presences.user_id))
    .where(and(eq(room_presences.patient_id, patient_id), ne(users.id, actor.id), isNull(users.deactivated_at), isHere))
    .groupBy(users.id)
    .orderBy(asc(since), asc(users.id))
}

/** Who is in the room and who of them is typing, as it is kept: what ran out meanwhile is still there. */
const kept = async (scope: PatientScope, patient_id: number) => {
  const { rows } = await scope.db.execute<{ user_id: number; is_typing: boolean }>(sql`
    select user_id, bool_or(typed_at is not null) as is_typing from ${scope.rows(room_presences)} where patient_id = ${patient_id} group by user_id order by user_id`)
  return JSON.stringify(rows.map(({ user_id, is_typing }) => [Number(user_id), is_typing]))
}

/** What a window says of itself; what others did not say in time is taken out on the way. Answers whether anything others see has changed. */
export const keepPresence = async (actor: Actor, scope: PatientScope, said: Input<typeof sayPresence>): Promise<boolean> => {
  const { patient_id, client_id, is_here, is_typing = false } = said
  await requirePatient(scope, patient_id)
  // one who says something of a room at a time, so that of two who come each is told
  await scope.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('room_presences', ${patient_id}))`)
  const before = await kept(scope, patient_id)
  const mine = and(eq(room_presences.patient_id, patient_id), eq(room_presences.user_id, actor.id), eq(room_presences.client_id, client_id))
  if (is_here)
    await scope.db.execute(sql`
      insert into ${scope.target(room_presences)} (patient_id, user_id, client_id, typed_at) values (${patient_id}, ${actor.id}, ${client_id}, ${is_typing ? sql`now()` : null})
      on conflict (patient_id, user_id, client_id) do update set seen_at = now(), typed_at = excluded.typed_at,
        since = case when ${isHere} then ${room_presences.since} else now() end`)
  else await scope.delete(room_presences).where(mine)
  await scope.delete(room_presences).where(and(eq(room_presences.patient_id, patient_id), sql`not ${isHere}`))
  await scope
    .update(room_presences)
    .set({ typed_at: null })
    .where(and(eq(room_presences.patient_id, patient_id), sql`${room_presences.typed_at} is not null`, sql`not ${isTyping}`))
  return before !== (await kept(scope, patient_id))
}
