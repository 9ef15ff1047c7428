import type { Domain } from '../../http/domain.ts'
import { bookingJobs } from './booking/booking-jobs.ts'
import { bookingRoutes } from './booking/booking-routes.ts'
import { checkupJobs } from './jobs.ts'
import { checkupRoutes } from './routes.ts'

export const checkupDomain: Domain = {
  routes: [...checkupRoutes, ...bookingRoutes],
  jobs: [...checkupJobs, ...bookingJobs],
}
