import type { Domain } from '../../http/domain.ts'
import { contractRoutes } from './routes.ts'

export const contractDomain: Domain = {
  routes: contractRoutes,
}
