import type { Domain } from '../../http/domain.ts'
import { administrationRoutes } from './routes.ts'

export const administrationDomain: Domain = {
  routes: administrationRoutes,
}
