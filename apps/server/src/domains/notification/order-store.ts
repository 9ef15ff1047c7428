import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { publishUserEvent } from '../../realtime/event-rows.ts'
import { forgetNotices, notifyAll } from './recipient-store.ts'
import { notifications } from './tables.ts'

/** Removes an unread notification of a refund of this order or contract charge, because one of its refunds failed. */
export const forgetRefund = (scope: PatientScope, notice: { kind: 'order_refunded' | 'contract_refunded'; record_id: number }): Promise<void> =>
  forgetNotices(scope, notice, 'newest')

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

const regularProblems = ['regular_delivery_payment', 'regular_delivery_skipped'] as const
type RegularKind = (typeof regularProblems)[number] | 'regular_delivery_reduced'

/** Removes the open notifications of a regular delivery that was not paid or not ordered, because an order of it was paid. */
export const forgetRegularProblems = async (scope: PatientScope, record_id: number): Promise<void> => {
  for (const kind of regularProblems) await forgetNotices(scope, { kind, record_id })
}

/** Removes the open notifications of this regular delivery, because they are no longer true. */
export const forgetRegular = async (scope: PatientScope, record_id: number): Promise<void> => {
  await forgetRegularProblems(scope, record_id)
  await forgetNotices(scope, { kind: 'regular_delivery_reduced', record_id })
}

/**
 * Notifies the patient that a regular delivery was not paid, not ordered for another reason, or ordered without a product that is no longer sold. Replaces
 * open notifications about the same one.
 */
export const notifyOfRegular = async (scope: PatientScope, { user_id, id }: { user_id: number; id: number }, kind: RegularKind): Promise<void> => {
  await forgetRegular(scope, id)
  await notifyAll(scope, [user_id], { kind, patient_id: user_id, record_id: id })
}
