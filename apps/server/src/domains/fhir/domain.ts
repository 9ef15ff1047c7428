import type { Domain } from '../../http/domain.ts'
import { fhirRoutes } from './routes.ts'

export const fhirDomain: Domain = {
  routes: fhirRoutes,
}
