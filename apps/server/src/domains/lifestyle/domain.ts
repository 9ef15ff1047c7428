import type { Domain } from '../../http/domain.ts'
import { lifestyleRoutes } from './routes.ts'

export const lifestyleDomain: Domain = {
  routes: lifestyleRoutes,
}
