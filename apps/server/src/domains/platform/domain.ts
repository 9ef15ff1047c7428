import type { Domain } from '../../http/domain.ts'
import { platformRoutes } from './routes.ts'

export const platformDomain: Domain = {
  routes: platformRoutes,
}
