import type { Domain } from '../../http/domain.ts'
import { registerPersonFollower } from '../account/person-followers.ts'
import { judgeChangedPerson } from './actions/judge-person.ts'
import { bookingJobs } from './booking/booking-jobs.ts'
import { bookingRoutes } from './booking/booking-routes.ts'
import { checkupJobs, judgeLipidsOnChange } from './jobs.ts'
import { checkupRoutes } from './routes.ts'

registerPersonFollower(judgeChangedPerson)

export const checkupDomain: Domain = {
  routes: [...checkupRoutes, ...bookingRoutes],
  jobs: [...checkupJobs, ...bookingJobs],
  onChange: judgeLipidsOnChange,
}
