import type { Domain } from '../../http/domain.ts'
import { connectedAppRoutes } from './routes.ts'
import { connectedAppRetention } from './store.ts'

export const connectedAppDomain: Domain = { routes: connectedAppRoutes, retention: connectedAppRetention }
