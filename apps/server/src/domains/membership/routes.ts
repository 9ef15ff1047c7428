import { scopeOf } from '@sukoyaka/wire/access'
import * as wire from '@sukoyaka/wire/care/membership'
import { serve } from '../../http/serve.ts'
import { payChargeNow } from './actions/pay.ts'
import { membershipOf, setRenewal } from './store.ts'

export const membershipRoutes = [
  serve(wire.getMembership, ({ scope, actor, input, context, language }) =>
    membershipOf(scope, { user_id: input.user_id, hasPayments: scopeOf(actor.role, 'payments.read') !== undefined }, context.clock(), language),
  ),
  serve(wire.changeRenewal, ({ scope, input, context, language }) => setRenewal(scope, input, context.clock(), language)),
  // asks Stripe, which must not happen within a transaction
  serve(wire.payCharge, payChargeNow, { atomic: false }),
]
