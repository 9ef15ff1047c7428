import type { Domain } from '../../http/domain.ts'
import { interviewGuards } from './guard.ts'
import { interviewJobs } from './jobs.ts'
import { interviewRoutes } from './routes.ts'

export const interviewDomain: Domain = {
  routes: interviewRoutes,
  jobs: interviewJobs,
  fileGuards: interviewGuards,
}
