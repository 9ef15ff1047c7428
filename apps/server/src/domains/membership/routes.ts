import { scopeOf } from '@sukoyaka/wire/access'
import * as wire from '@sukoyaka/wire/care/membership'
import { serve } from '../../http/serve.ts'
import { payChargeNow } from './actions/pay.ts'
import { sendChargeReceipt } from './actions/receipt.ts'
import { refundChargeAgain } from './actions/refund.ts'
import { addContract, removeUnstarted, replaceContract, stopContract } from './contract-store.ts'
import { couponOfPlan } from './coupon-store.ts'
import { contractReply, membershipOf, setRenewal } from './store.ts'

export const membershipRoutes = [
  serve(wire.getMembership, ({ scope, actor, input: { user_id }, context, language }) => {
    const hasPayments = scopeOf(actor.role, 'payments.read') !== undefined
    return membershipOf(scope, { user_id, hasPayments, hasDisputes: actor.role !== 'patient' }, context.clock(), language)
  }),
  serve(wire.changeRenewal, ({ scope, input, context, language }) => setRenewal(scope, input, context.clock(), language)),
  serve(wire.checkContractCoupon, ({ scope, input, context, language }) => couponOfPlan(scope, input, context.clock(), language)),
  serve(wire.startContract, async ({ scope, input, context, language }) =>
    contractReply(scope, await addContract(scope, input, { now: context.clock(), language }), context.clock(), language),
  ),
  serve(wire.switchContract, async ({ scope, input, context, language }) =>
    contractReply(scope, await replaceContract(scope, input, { now: context.clock(), language }), context.clock(), language),
  ),
  serve(wire.endContract, async ({ scope, input, context, language }) => {
    await stopContract(scope, input, context.clock())
    return contractReply(scope, input.id, context.clock(), language)
  }),
  serve(wire.withdrawContract, ({ scope, input, context }) => removeUnstarted(scope, input.id, context.clock())),
  serve(wire.retryChargeRefund, refundChargeAgain),
  serve(wire.getChargeReceipt, sendChargeReceipt),
  // asks Stripe, which must not happen within a transaction
  serve(wire.payCharge, payChargeNow, { atomic: false }),
]
