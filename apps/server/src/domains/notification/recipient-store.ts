import type { Notification } from '@sukoyaka/wire/people/notification'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { publishUserEvent } from '../../realtime/event-rows.ts'
import { users } from '../account/tables.ts'
import { care_people } from '../patient/tables.ts'
import { notifications } from './tables.ts'

const activeTeam = patientQuery(({ db, rows }) =>
  db
    .select({ staff_id: care_people.staff_id, role: care_people.role })
    .from(rows(care_people))
    .innerJoin(users, eq(users.id, care_people.staff_id))
    .where(and(eq(care_people.user_id, sql.placeholder('user_id')), isNull(users.deactivated_at))),
)
type Member = Awaited<ReturnType<ReturnType<typeof activeTeam>['execute']>>[number]

const activeAdmins = preparedQuery((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.deactivated_at))),
)

/** The ids of the active administrators. */
export const adminIds = async (scope: PatientScope): Promise<number[]> => (await activeAdmins(scope.db).execute()).map(({ id }) => id)

/** The ids of the chosen members of the active care team; of the administrators if nobody is chosen. */
export const teamOrAdmins = async (scope: PatientScope, user_id: number, choose = (team: readonly Member[]) => team): Promise<number[]> => {
  const chosen = choose(await activeTeam(scope).execute({ user_id }))
  return chosen.length ? chosen.map(({ staff_id }) => staff_id) : adminIds(scope)
}

/** `body`: shown below the text of the kind, the same in every language. `is_urgent`: sent outside the hours of the recipients, too. */
export type Notice = { kind: Notification['kind']; patient_id: number; record_id: number; body?: string; is_urgent?: boolean }

/** Notifies each of these people once. */
export const notifyAll = async (scope: PatientScope, user_ids: readonly number[], notice: Notice): Promise<void> => {
  if (!scope.includes(notice.patient_id)) throw apiError('not_found')
  const recipients = [...new Set(user_ids)]
  if (!recipients.length) return
  await scope.db.insert(notifications).values(recipients.map((user_id) => ({ user_id, ...notice })))
  for (const user_id of recipients) await publishUserEvent(scope.db, user_id, ['notifications'])
}

/** Deletes the unchecked notifications of this kind about the record, or only the newest one. `part`: only those with this part in their body. */
export const forgetNotices = async (
  scope: PatientScope,
  { kind, record_id, part }: Pick<Notice, 'kind' | 'record_id'> & { part?: string },
  which: 'all' | 'newest' = 'all',
): Promise<void> => {
  const isOpen = and(
    ...[eq(notifications.kind, kind), eq(notifications.record_id, record_id), isNull(notifications.checked_at), scope.ownerIs(notifications.patient_id)],
    part === undefined ? undefined : sql`strpos(${notifications.body}, ${part}) > 0`,
  )
  // built per call: this is rare
  const open = scope.db.select({ id: notifications.id }).from(notifications).where(isOpen).orderBy(desc(notifications.id))
  const removed = await scope.db
    .delete(notifications)
    .where(inArray(notifications.id, which === 'newest' ? open.limit(1) : open))
    .returning({ user_id: notifications.user_id })
  for (const { user_id } of removed) await publishUserEvent(scope.db, user_id, ['notifications'])
}
