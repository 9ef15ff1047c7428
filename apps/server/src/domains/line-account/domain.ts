import type { Domain } from '../../http/domain.ts'
import { lineAccountRoutes } from './routes.ts'

export const lineAccountDomain: Domain = { routes: lineAccountRoutes }
