import type { Domain } from '../../http/domain.ts'
import { healthRecordRoutes } from './routes.ts'

export const healthRecordDomain: Domain = {
  routes: healthRecordRoutes,
}
