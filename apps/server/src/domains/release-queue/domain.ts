import type { Domain } from '../../http/domain.ts'
import { releaseQueueRoutes } from './routes.ts'

export const releaseQueueDomain: Domain = { routes: releaseQueueRoutes }
