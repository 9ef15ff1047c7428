import type { Domain } from '../../http/domain.ts'
import { registerPaymentOwner } from '../payment/owners.ts'
import { orderPayments } from './actions/order-payments.ts'
import { shopJobs } from './jobs.ts'
import { shopRoutes } from './routes.ts'

registerPaymentOwner('order', orderPayments)

export const shopDomain: Domain = {
  routes: shopRoutes,
  jobs: shopJobs,
}
