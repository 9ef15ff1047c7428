import { tokyoDay } from '@sukoyaka/rules/time'
import { systemScope } from '../../access/system-scope.ts'
import { handleDelivery } from '../../http/webhook.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { publishPatientEvent } from '../../realtime/event-rows.ts'
import { orderRegular } from './actions/order-regular.ts'
import { storeExternalOrder } from './order/external-store.ts'
import { dueDeliveries } from './order/regular-store.ts'
import { isPaidInYen, type ShopifyOrder, shopify } from './shopify.ts'

const receiveShopify = handleDelivery(shopify, async (_context, tx, payload) => {
  // the webhook has checked it against the sender's schema
  const order = payload as ShopifyOrder
  if (!isPaidInYen(order)) return
  const patient_id = await storeExternalOrder(systemScope(tx), order)
  if (patient_id !== undefined) await publishPatientEvent(tx, patient_id, ['orders'])
})

/** Every hour, so that a server that was down orders late rather than never. One failure must not stop the others. */
const orderRegularDeliveries: JobKind = {
  queue: 'regular_deliveries',
  options: { policy: 'exclusive', retryLimit: 1, expireInSeconds: 1_800 },
  cron: '20 * * * *',
  work: async (context) => {
    // while payments are off nothing is ordered, and the deliveries stay due
    if (!context.payments) return
    const scope = systemScope(context.db)
    for (const id of await dueDeliveries(scope, tokyoDay(context.clock())))
      await orderRegular(context, scope, id).catch((error) => context.log.warn({ err: error }, 'a regular delivery could not be ordered'))
  },
}

export const shopJobs: JobKind[] = [receiveShopify, orderRegularDeliveries]
