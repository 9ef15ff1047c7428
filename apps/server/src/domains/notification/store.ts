import type { Input } from '@sukoyaka/wire/endpoint'
import type { checkNotifications, listNotifications, Notification, reportVisibility } from '@sukoyaka/wire/people/notification'
import { and, desc, eq, getTableColumns, isNull, lte, ne, not, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { pageOf } from '../../database/page.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { type Person, peopleByIds } from '../account/store.ts'
import { patients } from '../patient/tables.ts'
import { notifications, visibilities } from './tables.ts'

const now = sql`now()`
const isUnchecked = isNull(notifications.checked_at)
const isNoMessage = ne(notifications.kind, 'message')
/** SQL condition: a window of the person shows the room. */
export const isOnScreen = (user_id: SQLWrapper, patient_id: SQLWrapper) =>
  sql`exists (select from ${visibilities} where ${visibilities.user_id} = ${user_id} and ${visibilities.patient_id} = ${patient_id}
    and ${visibilities.is_visible} and ${visibilities.seen_at} > now() - interval '1 minute')`

const isOfActor = eq(notifications.user_id, sql.placeholder('actor_id'))
const isNoMentionOnScreen = or(ne(notifications.kind, 'mention'), not(isOnScreen(notifications.user_id, notifications.patient_id)))
type Row = typeof notifications.$inferSelect

const withPeople = async <R extends Pick<Row, 'patient_id'>>(db: Db, rows: readonly R[]) => {
  const ids = [...new Set(rows.flatMap(({ patient_id }) => patient_id ?? []))]
  const personById = ids.length ? await peopleByIds(db, ids) : new Map<number, Person>()
  return rows.map((row) => ({ ...row, patient: row.patient_id === null ? null : (personById.get(row.patient_id) ?? null) }))
}

const pageOfNotifications = patientQuery(({ db, own }, isUncheckedOnly: boolean, isExceptMessages: boolean) =>
  db
    .select({ ...getTableColumns(notifications), total_count: sql<number>`(count(*) over ())::int` })
    .from(notifications)
    .where(and(isOfActor, own && eq(notifications.user_id, own), isUncheckedOnly ? isUnchecked : undefined, isExceptMessages ? isNoMessage : undefined))
    .orderBy(desc(notifications.updated_at), desc(notifications.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
const uncheckedCount = preparedQuery((db, isExceptMessages: boolean, isExceptOnScreen: boolean) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(notifications)
    .where(and(isOfActor, isUnchecked, isExceptMessages ? isNoMessage : undefined, isExceptOnScreen ? isNoMentionOnScreen : undefined)),
)

/** Number of a person's unchecked notifications, not counting those of the kind `message` and mentions in a room on screen, which are about to be read. */
export const uncheckedCountOf = async (db: Db, actor_id: number): Promise<number> => (await uncheckedCount(db, true, true).execute({ actor_id }))[0]!.count

/** A person's notifications, the last updated first. */
export const notificationsOf = async (
  scope: PatientScope,
  actor: Pick<Actor, 'id'>,
  { page = 1, unchecked_only, except_messages = false }: Input<typeof listNotifications>,
) => {
  const actor_id = actor.id
  const found = await pageOf(page, (bounds) => pageOfNotifications(scope, Boolean(unchecked_only), except_messages).execute({ actor_id, ...bounds }))
  const items = await withPeople(scope.db, found.items)
  const patientScope = scope.withPermission('patient.read')
  for (const { patient } of items) if (patient) patientScope.record(patient.id)
  const [unchecked] = await uncheckedCount(scope.db, except_messages, false).execute({ actor_id })
  return { ...found, items, unchecked_count: unchecked!.count }
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

export const checkAll = async (scope: PatientScope, actor: Pick<Actor, 'id'>, { except_messages, until }: Input<typeof checkNotifications>): Promise<null> => {
  await scope.db
    .update(notifications)
    .set({ checked_at: now })
    .where(
      and(
        eq(notifications.user_id, actor.id),
        scope.ownerIs(notifications.user_id),
        isUnchecked,
        except_messages ? isNoMessage : undefined,
        until === undefined ? undefined : lte(notifications.updated_at, until),
      ),
    )
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

/** As `saveVisibility`, for a window that opens or leaves a conversation. Leaving changes nothing if the window shows another conversation by then. */
export const saveShownRoom = async (
  scope: PatientScope,
  actor: Pick<Actor, 'id'>,
  { client_id, patient_id, is_here }: { client_id: string; patient_id: number; is_here: boolean },
) => {
  if (is_here) return saveVisibility(scope, actor, { client_id, is_visible: true, patient_id })
  await scope.db
    .update(visibilities)
    .set({ is_visible: false, seen_at: now })
    .where(and(eq(visibilities.user_id, actor.id), eq(visibilities.client_id, client_id), eq(visibilities.patient_id, patient_id)))
  return null
}
