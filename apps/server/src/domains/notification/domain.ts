import { sql } from 'drizzle-orm'
import type { Domain } from '../../http/domain.ts'
import { enqueueRoomPushes, noticeJobs } from './jobs.ts'
import { notificationRoutes } from './routes.ts'

export const notificationDomain: Domain = {
  retention: [
    sql`delete from visibilities where seen_at < now() - interval '1 hour'`,
    sql`delete from notifications where checked_at < now() - interval '180 days'`,
    // later than the job: a failed one is kept for a month and can be repeated
    sql`delete from notice_letters where created_at < now() - interval '35 days'`,
  ],
  routes: notificationRoutes,
  jobs: noticeJobs,
  onChange: enqueueRoomPushes,
}
