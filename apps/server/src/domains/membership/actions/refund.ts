import type { retryChargeRefund } from '@sukoyaka/wire/care/membership'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { startRefund } from '../../payment/actions/refund.ts'
import { lockFailedRefunds } from '../refund-store.ts'

/** Refunds what failed to be refunded of a charge. Throws 404, and 409 if nothing did. */
export const refundChargeAgain = async ({ context, db, scope, actor, input }: Call<typeof retryChargeRefund>): Promise<null> => {
  const failed = await lockFailedRefunds(scope, input.id)
  if (!failed.length) throw apiError('conflict')
  for (const refund of failed) await startRefund(context, scope, db, { ...refund, created_by: actor.id })
  return null
}
