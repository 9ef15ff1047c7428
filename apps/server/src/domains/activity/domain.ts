import type { Domain } from '../../http/domain.ts'
import { activityRoutes } from './routes.ts'

export const activityDomain: Domain = {
  routes: activityRoutes,
}
