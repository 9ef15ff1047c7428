import type { Domain } from '../../http/domain.ts'
import { patientRoutes } from './routes.ts'

export const patientDomain: Domain = {
  routes: patientRoutes,
}
