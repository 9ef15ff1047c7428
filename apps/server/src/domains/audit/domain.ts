import type { Domain } from '../../http/domain.ts'
import { archiveJob, chainJob } from './jobs.ts'
import { auditRoutes } from './routes.ts'

export const auditDomain: Domain = {
  routes: auditRoutes,
  jobs: [chainJob, archiveJob],
}
