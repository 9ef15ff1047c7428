import type { Domain } from '../../http/domain.ts'
import { shopRoutes } from './routes.ts'

export const shopDomain: Domain = {
  routes: shopRoutes,
}
