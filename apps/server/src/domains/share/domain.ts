import type { Domain } from '../../http/domain.ts'
import { shareRoutes } from './routes.ts'
import { shareRetention } from './store.ts'

export const shareDomain: Domain = { routes: shareRoutes, retention: shareRetention }
