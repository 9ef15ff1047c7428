import { sql } from 'drizzle-orm'
import type { Domain } from '../../http/domain.ts'
import { registrationRoutes } from './routes.ts'

export const registrationDomain: Domain = {
  retention: [sql`delete from invite_requests where closed_at < now() - interval '30 days' or created_at < now() - interval '1 year'`],
  routes: registrationRoutes,
}
