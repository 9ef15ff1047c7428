import type { Domain } from '../../http/domain.ts'
import { reportJobs } from './jobs.ts'
import { reportRoutes } from './routes.ts'
import { isReportOpen, ownerOfReports } from './store.ts'

export const reportDomain: Domain = {
  routes: reportRoutes,
  jobs: reportJobs,
  fileGuards: [{ owner: ownerOfReports, permission: 'patient.read', isOpen: isReportOpen }],
}
