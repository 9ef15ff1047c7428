import { sql } from 'drizzle-orm'
import type { Domain } from '../../http/domain.ts'
import { paymentJobs } from './jobs.ts'
import { paymentRoutes } from './routes.ts'

export const paymentDomain: Domain = {
  routes: paymentRoutes,
  jobs: paymentJobs,
  retention: [
    // Stripe keeps replies for 24 hours too
    sql`delete from sandbox_replies where created_at < now() - interval '24 hours'`,
    sql`delete from sandbox_events where delivered_at < now() - interval '30 days'`,
  ],
}
