import { and, eq, isNull, max, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { publishUserEvent } from '../../realtime/event-rows.ts'
import { notifications } from './tables.ts'

type RefundNotice = { kind: 'order_refunded' | 'contract_refunded'; record_id: number }
/** Removes an unread notification of a refund of this order or contract charge, because one of its refunds failed. */
export const forgetRefund = async (scope: PatientScope, { kind, record_id }: RefundNotice): Promise<void> => {
  const isUnread = and(
    ...[eq(notifications.kind, kind), eq(notifications.record_id, record_id), isNull(notifications.checked_at), scope.ownerIs(notifications.user_id)],
  )
  // built per call: this is rare
  const newest = scope.db
    .select({ id: max(notifications.id) })
    .from(notifications)
    .where(isUnread)
  const removed = await scope.db
    .delete(notifications)
    .where(and(isUnread, sql`${notifications.id} = (${newest})`))
    .returning({ user_id: notifications.user_id })
  for (const { user_id } of removed) await publishUserEvent(scope.db, user_id, ['notifications'])
}

/** Notifies the patient of what happened to an order. The mail about it names neither order nor products: products can reveal a person’s health. */
export const notifyOfOrder = async (
  scope: PatientScope,
  { user_id, id }: { user_id: number; id: number },
  event: 'paid' | 'shipped' | 'cancelled' | 'refunded',
): Promise<void> => {
  if (!scope.includes(user_id)) throw apiError('not_found')
  await scope.db.insert(notifications).values({ user_id, kind: `order_${event}`, patient_id: user_id, record_id: id })
  await publishUserEvent(scope.db, user_id, ['notifications'])
}
