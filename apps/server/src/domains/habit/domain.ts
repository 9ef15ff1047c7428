import type { Domain } from '../../http/domain.ts'
import { habitRoutes } from './routes.ts'

export const habitDomain: Domain = {
  routes: habitRoutes,
}
