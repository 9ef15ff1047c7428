import type { Domain } from '../../http/domain.ts'
import { minutesJobs } from './jobs.ts'
import { minutesRoutes } from './routes.ts'

export const minutesDomain: Domain = {
  routes: minutesRoutes,
  jobs: minutesJobs,
}
