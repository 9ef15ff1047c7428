import { sql } from 'drizzle-orm'
import type { Domain } from '../../http/domain.ts'
import { deviceJobs } from './jobs.ts'
import { deviceRoutes } from './routes.ts'
import { google_authorizations } from './tables.ts'

export const deviceDomain: Domain = {
  routes: deviceRoutes,
  jobs: deviceJobs,
  retention: [sql`delete from ${google_authorizations} where created_at < now() - interval '1 hour'`],
}
