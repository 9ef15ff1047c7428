import type { Domain } from '../../http/domain.ts'
import { followToday, todayJobs } from './jobs.ts'
import { todayRoutes } from './routes.ts'

export const todayDomain: Domain = {
  routes: todayRoutes,
  jobs: todayJobs,
  onChange: ({ clock }, db, changes, patient_ids) => followToday(db, changes, patient_ids, clock()),
}
