import type { Domain } from '../../http/domain.ts'
import { followNotices, noticeJobs } from './jobs.ts'
import { notificationRoutes } from './routes.ts'

export const notificationDomain: Domain = {
  routes: notificationRoutes,
  jobs: noticeJobs,
  onChange: followNotices,
}
