import { sql } from 'drizzle-orm'
import type { Domain } from '../../http/domain.ts'
import { accountJobs } from './jobs.ts'
import { accountRoutes } from './routes.ts'

export const accountDomain: Domain = {
  retention: [
    // the newest session is kept: it says when the person last signed in
    sql`delete from sessions s where least(expires_at, coalesce(ended_at, expires_at)) < now() - interval '30 days'
      and exists (select from sessions later where later.user_id = s.user_id and later.id > s.id)`,
    sql`delete from sign_in_challenges where expires_at < now() - interval '30 days'`,
    sql`delete from passkey_challenges where expires_at < now()`,
    // the newest invitation is kept until the person registers: it says in which language to repeat it and whether it is revoked
    sql`delete from account_tokens t where expires_at < now() - interval '30 days' and not (kind = 'activation'
      and exists (select from users where id = t.user_id and password_hash is null)
      and not exists (select from account_tokens later where later.user_id = t.user_id and later.kind = 'activation' and later.id > t.id))`,
    sql`delete from trusted_devices where expires_at < now() - interval '30 days'`,
  ],
  routes: accountRoutes,
  jobs: accountJobs,
}
