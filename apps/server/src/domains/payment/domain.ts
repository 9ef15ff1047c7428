import type { Domain } from '../../http/domain.ts'
import { paymentJobs } from './jobs.ts'
import { paymentRoutes } from './routes.ts'

export const paymentDomain: Domain = {
  routes: paymentRoutes,
  jobs: paymentJobs,
}
