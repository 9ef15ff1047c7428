import type { Domain } from '../../http/domain.ts'
import { illnessRoutes } from './routes.ts'

export const illnessDomain: Domain = {
  routes: illnessRoutes,
}
