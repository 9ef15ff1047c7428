import type { Input } from '@sukoyaka/wire/endpoint'
import type { addPushSubscription } from '@sukoyaka/wire/people/notification'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Push } from '../../context/app-context.ts'
import { apiError, fieldError } from '../../errors/api-error.ts'
import { hasActiveSession } from './delivery-store.ts'
import { notifications, push_subscriptions as subscriptions } from './tables.ts'

/** Maximum number of browsers per person; the oldest is removed. */
const maxSubscriptions = 20

/** Encryption needs an uncompressed point of the curve and a 16-byte secret. */
const isEncryptable = ({ p256dh, auth }: { p256dh: string; auth: string }) => {
  const publicKey = Buffer.from(p256dh, 'base64url')
  return publicKey.length === 65 && publicKey[0] === 4 && Buffer.from(auth, 'base64url').length === 16
}

const hasOtherBrowser = (user_id: number, id: number) =>
  sql`exists (select from ${subscriptions} where ${subscriptions.user_id} = ${user_id} and ${subscriptions.id} <> ${id} and ${hasActiveSession})`

/**
 * Subscribes this browser for the person. If its subscription is new or its session has ended, and it is the person's only subscribed browser with a session
 * that was not ended, notifications from before are not pushed. Otherwise those notifications may be waiting for the person's hours, and a new subscription must not cancel their push.
 */
export const saveSubscription = async (
  scope: PatientScope,
  actor: Pick<Actor, 'id' | 'session_id'>,
  { endpoint, keys }: Input<typeof addPushSubscription>,
  { accepts, public_key }: Pick<Push, 'accepts'> & { public_key: string | null },
): Promise<{ id: number }> => {
  if (!accepts(endpoint)) throw fieldError('endpoint', 'not_allowed')
  if (!isEncryptable(keys)) throw fieldError('keys', 'format')
  const row = { user_id: actor.id, session_id: actor.session_id, p256dh: keys.p256dh, auth: keys.auth, public_key }
  // built per call: a person rarely subscribes
  const { rows: known } = await scope.db.execute(
    sql`select from ${subscriptions} where endpoint = ${endpoint} and user_id = ${actor.id} and ${hasActiveSession}`,
  )
  const [added] = await scope.db
    .insert(subscriptions)
    .values({ endpoint, ...row })
    .onConflictDoUpdate({ target: subscriptions.endpoint, set: row })
    .returning({ id: subscriptions.id })
  // built per call: a subquery of the deletion below
  const newestSubscriptions = scope.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.user_id, actor.id))
    .orderBy(desc(subscriptions.id))
    .limit(maxSubscriptions)
  await scope.db
    .delete(subscriptions)
    .where(and(eq(subscriptions.user_id, actor.id), scope.ownerIs(subscriptions.user_id), sql`${subscriptions.id} not in (${newestSubscriptions})`))
  const { id } = added!
  if (!known.length)
    await scope.db
      .update(notifications)
      .set({ pushed_at: sql`now()` })
      .where(
        and(eq(notifications.user_id, actor.id), isNull(notifications.checked_at), isNull(notifications.pushed_at), sql`not ${hasOtherBrowser(actor.id, id)}`),
      )
  return { id }
}

export const deleteOwnSubscription = async (scope: PatientScope, actor: Pick<Actor, 'id'>, id: number): Promise<null> => {
  const { rowCount } = await scope.db
    .delete(subscriptions)
    .where(and(eq(subscriptions.id, id), eq(subscriptions.user_id, actor.id), scope.ownerIs(subscriptions.user_id)))
  if (!rowCount) throw apiError('not_found')
  return null
}

/** Endpoint, keys and time of a subscription, if it still exists. */
export const subscriptionById = async (scope: PatientScope, id: number) => {
  const { endpoint, p256dh, auth, public_key, created_at } = subscriptions
  // built per call: only the job runs it
  const [found] = await scope.db
    .select({ endpoint, p256dh, auth, public_key, created_at })
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), scope.ownerIs(subscriptions.user_id)))
  return found
}

export const deleteExpiredSubscription = async (scope: PatientScope, id: number) => {
  await scope.db.delete(subscriptions).where(and(eq(subscriptions.id, id), scope.ownerIs(subscriptions.user_id)))
}
