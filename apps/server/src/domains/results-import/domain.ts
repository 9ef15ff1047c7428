import type { Domain } from '../../http/domain.ts'
import { importJobs } from './jobs.ts'
import { resultsImportRoutes } from './routes.ts'

export const resultsImportDomain: Domain = {
  routes: resultsImportRoutes,
  jobs: importJobs,
}
