import type { Domain } from '../../http/domain.ts'
import { medicationRoutes } from './routes.ts'

export const medicationDomain: Domain = {
  routes: medicationRoutes,
}
