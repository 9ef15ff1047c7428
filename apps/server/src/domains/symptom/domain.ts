import type { Domain } from '../../http/domain.ts'
import { symptomRoutes } from './routes.ts'

export const symptomDomain: Domain = {
  routes: symptomRoutes,
}
