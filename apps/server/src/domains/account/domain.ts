import { sql } from 'drizzle-orm'
import type { Domain } from '../../http/domain.ts'
import { accountJobs } from './jobs.ts'
import { accountRoutes } from './routes.ts'

export const accountDomain: Domain = {
  retention: [
    sql`delete from sessions where least(expires_at, coalesce(ended_at, expires_at)) < now() - interval '30 days'`,
    sql`delete from sign_in_challenges where expires_at < now() - interval '30 days'`,
    sql`delete from passkey_challenges where expires_at < now()`,
    sql`delete from account_tokens where expires_at < now() - interval '30 days'`,
    sql`delete from trusted_devices where expires_at < now() - interval '30 days'`,
  ],
  routes: accountRoutes,
  jobs: accountJobs,
}
