import type { Domain } from '../../http/domain.ts'
import { accountRoutes } from './routes.ts'

export const accountDomain: Domain = {
  routes: accountRoutes,
}
