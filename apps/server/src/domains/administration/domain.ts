import type { Domain } from '../../http/domain.ts'
import { mergeExpiryJob } from './merge/jobs.ts'
import { administrationRoutes } from './routes.ts'

export const administrationDomain: Domain = {
  routes: administrationRoutes,
  jobs: [mergeExpiryJob],
}
