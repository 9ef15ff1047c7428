import type { Domain } from '../../http/domain.ts'
import { timelineRoutes } from './routes.ts'

export const timelineDomain: Domain = {
  routes: timelineRoutes,
}
