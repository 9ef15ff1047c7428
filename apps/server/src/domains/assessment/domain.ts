import type { Domain } from '../../http/domain.ts'
import { assessmentRoutes } from './routes.ts'

export const assessmentDomain: Domain = {
  routes: assessmentRoutes,
}
