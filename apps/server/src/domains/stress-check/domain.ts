import type { Domain } from '../../http/domain.ts'
import { stressCheckJobs } from './jobs.ts'
import { stressCheckRoutes } from './routes.ts'

export const stressCheckDomain: Domain = {
  routes: stressCheckRoutes,
  jobs: stressCheckJobs,
}
