import type { Domain } from '../../http/domain.ts'
import { patientListRoutes } from './routes.ts'

export const patientListDomain: Domain = { routes: patientListRoutes }
