import type { Domain } from '../../http/domain.ts'
import { facilityRoutes } from './routes.ts'

export const facilityDomain: Domain = {
  routes: facilityRoutes,
}
