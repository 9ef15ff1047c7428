import type { Domain } from '../../http/domain.ts'
import { dataEntryRequestJobs } from './jobs.ts'
import { dataEntryRequestRoutes } from './routes.ts'

export const dataEntryRequestDomain: Domain = {
  routes: dataEntryRequestRoutes,
  jobs: dataEntryRequestJobs,
}
