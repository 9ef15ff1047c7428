import type { Domain } from '../../http/domain.ts'
import { releaseQueueJobs } from './jobs.ts'
import { releaseQueueRoutes } from './routes.ts'

export const releaseQueueDomain: Domain = { routes: releaseQueueRoutes, jobs: releaseQueueJobs }
