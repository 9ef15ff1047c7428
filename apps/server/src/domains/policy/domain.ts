import type { Domain } from '../../http/domain.ts'
import { policyRoutes } from './routes.ts'

export const policyDomain: Domain = { routes: policyRoutes }
