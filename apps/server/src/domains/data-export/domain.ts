import type { Domain } from '../../http/domain.ts'
import { dataExportJobs } from './jobs.ts'
import { dataExportRoutes } from './routes.ts'
import { isExportOpen, ownerOfExports } from './store.ts'

export const dataExportDomain: Domain = {
  routes: dataExportRoutes,
  jobs: dataExportJobs,
  fileGuards: [{ owner: ownerOfExports, permission: 'data_exports.own', isOpen: isExportOpen }],
}
