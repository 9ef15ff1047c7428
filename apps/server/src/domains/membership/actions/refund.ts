import type { retryChargeRefund } from '@sukoyaka/wire/care/membership'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { startRefund } from '../../payment/actions/refund.ts'
import { lockFailedRefund } from '../refund-store.ts'

/** Repeats the newest refund of a charge if it failed. Throws 404, and 409 if it did not fail. */
export const refundChargeAgain = async ({ context, db, scope, actor, input }: Call<typeof retryChargeRefund>): Promise<null> => {
  const failed = await lockFailedRefund(scope, input.id)
  if (!failed) throw apiError('conflict')
  await startRefund(context, scope, db, { ...failed, created_by: actor.id })
  return null
}
