import type { Input } from '@sukoyaka/wire/endpoint'
import type { listNotifications, Notification, reportVisibility } from '@sukoyaka/wire/people/notification'
import { and, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { pageOf } from '../../database/page.ts'
import { apiError } from '../../errors/api-error.ts'
import { personColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { patients } from '../patient/tables.ts'
import { notifications, visibilities } from './tables.ts'

const now = sql`now()`
const isUnchecked = isNull(notifications.checked_at)
type Row = typeof notifications.$inferSelect

const withPeople = async <R extends Pick<Row, 'patient_id'>>(db: Db, rows: readonly R[]) => {
  const ids = [...new Set(rows.flatMap(({ patient_id }) => patient_id ?? []))]
  const people = ids.length ? await db.select(personColumns).from(users).where(inArray(users.id, ids)) : []
  const personById = new Map(people.map((person) => [person.id, person]))
  return rows.map((row) => ({ ...row, patient: row.patient_id === null ? null : (personById.get(row.patient_id) ?? null) }))
}

/** A person's notifications, the last updated first. */
export const notificationsOf = async (scope: PatientScope, actor: Pick<Actor, 'id'>, { page = 1, unchecked_only }: Input<typeof listNotifications>) => {
  const found = await pageOf(
    page,
    scope.db
      .select({ ...getTableColumns(notifications), total_count: sql<number>`(count(*) over ())::int` })
      .from(notifications)
      .where(and(eq(notifications.user_id, actor.id), scope.ownerIs(notifications.user_id), unchecked_only ? isUnchecked : undefined))
      .orderBy(desc(notifications.updated_at), desc(notifications.id)),
  )
  const items = await withPeople(scope.db, found.items)
  const patientScope = scope.withPermission('patient.read')
  for (const { patient } of items) if (patient) patientScope.record(patient.id)
  return { ...found, items, unchecked_count: await scope.db.$count(notifications, and(eq(notifications.user_id, actor.id), isUnchecked)) }
}

export const checkNotification = async (scope: PatientScope, actor: Pick<Actor, 'id'>, id: number): Promise<Notification> => {
  const [checked] = await scope.db
    .update(notifications)
    .set({ checked_at: sql`coalesce(${notifications.checked_at}, now())` })
    .where(and(eq(notifications.id, id), eq(notifications.user_id, actor.id), scope.ownerIs(notifications.user_id)))
    .returning()
  if (!checked) throw apiError('not_found')
  return (await withPeople(scope.db, [checked]))[0]!
}

export const checkAll = async (scope: PatientScope, actor: Pick<Actor, 'id'>): Promise<null> => {
  await scope.db
    .update(notifications)
    .set({ checked_at: now })
    .where(and(eq(notifications.user_id, actor.id), scope.ownerIs(notifications.user_id), isUnchecked))
  return null
}

/** Stores what a window shows. A room out of scope is stored as no room. */
export const saveVisibility = async (scope: PatientScope, actor: Pick<Actor, 'id'>, { client_id, is_visible, patient_id }: Input<typeof reportVisibility>) => {
  const room = sql`(select ${patients.user_id} from ${scope.rows(patients)} where ${patients.user_id} = ${patient_id ?? null})`
  const values = { patient_id: room, is_visible, seen_at: now }
  await scope.db
    .insert(visibilities)
    .values({ user_id: actor.id, client_id, ...values })
    .onConflictDoUpdate({ target: [visibilities.user_id, visibilities.client_id], set: values })
  return null
}
