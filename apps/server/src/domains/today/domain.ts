import type { Domain } from '../../http/domain.ts'
import { todayJobs, updateTodayOnChange } from './jobs.ts'
import { todayRoutes } from './routes.ts'

export const todayDomain: Domain = {
  routes: todayRoutes,
  jobs: todayJobs,
  onChange: ({ clock }, db, changes, patient_ids) => updateTodayOnChange(db, changes, patient_ids, clock()),
}
