import type { Domain } from '../../http/domain.ts'
import { bulkMessageJobs } from './jobs.ts'
import { bulkMessageRoutes } from './routes.ts'

export const bulkMessageDomain: Domain = {
  routes: bulkMessageRoutes,
  jobs: bulkMessageJobs,
}
