import { scopeOf } from '@sukoyaka/wire/access'
import * as wire from '@sukoyaka/wire/people/order'
import * as admin from '@sukoyaka/wire/people/order-admin'
import { createPaymentSecret } from '@sukoyaka/wire/people/payment'
import * as regular from '@sukoyaka/wire/people/regular-delivery'
import { serve } from '../../../http/serve.ts'
import { webhook } from '../../../http/webhook.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { cancelAny, cancelOwn, refund } from '../actions/cancel.ts'
import { fillCartAgain } from '../actions/order-again.ts'
import { changeRegular } from '../actions/order-regular.ts'
import { buy, requestPaymentSecret } from '../actions/purchase.ts'
import { buyerOf } from '../cart-store.ts'
import { sendReceipt } from '../receipt/receipt.ts'
import { shopify } from '../shopify.ts'
import { assignWaiting, waitingExternalOrders } from './external-store.ts'
import { allOrders, orderReply, ordersOf, orderWithDisputes } from './order-store.ts'
import { regularDeliveriesOf, skipNext } from './regular-store.ts'
import { markDelivered, markShipped } from './state-store.ts'

export const orderRoutes = [
  // these ask Stripe, which must not happen within a transaction
  serve(wire.purchase, buy, { atomic: false }),
  serve(createPaymentSecret, requestPaymentSecret, { atomic: false }),

  serve(wire.listOrders, async ({ scope, input: { user_id, page = 1 }, language }) => ordersOf(scope, await buyerOf(scope, user_id), page, language)),
  serve(wire.getOrder, ({ scope, actor, input: { id }, language }) =>
    scopeOf(actor.role, 'administration.write') ? orderWithDisputes(scope, id, language) : orderReply(scope, id, language),
  ),
  serve(wire.cancelOrder, cancelOwn),
  serve(wire.orderAgain, fillCartAgain),
  serve(wire.getReceipt, sendReceipt),

  serve(regular.listRegularDeliveries, async ({ scope, context, input, language }) => ({
    items: await regularDeliveriesOf(scope, await buyerOf(scope, input.user_id), { now: context.clock(), language }),
  })),
  serve(regular.changeRegularDelivery, changeRegular),
  serve(regular.skipRegularDelivery, ({ scope, context, input, language }) => skipNext(scope, input, { now: context.clock(), language })),

  serve(admin.listAllOrders, ({ scope, input, language }) => allOrders(scope, input, language)),
  serve(admin.shipOrder, async ({ scope, actor, input, language }) => {
    await markShipped(scope, input, actor.id)
    return orderReply(scope, input.id, language)
  }),
  serve(admin.deliverOrder, async ({ scope, actor, input, language }) => {
    await markDelivered(scope, input, actor.id)
    return orderReply(scope, input.id, language)
  }),
  serve(admin.cancelAnyOrder, cancelAny),
  serve(admin.refundOrder, refund),

  serve(admin.listExternalOrders, async ({ db }) => ({ items: await waitingExternalOrders(db) })),
  serve(admin.assignExternalOrder, async ({ scope, input, language }) => {
    await requirePatient(scope, input.user_id)
    return orderReply(scope, await assignWaiting(scope, input.id, input.user_id), language)
  }),
  webhook(admin.receiveShopify, shopify),
]
