import type { Domain } from '../../http/domain.ts'
import { requestScores, scoreJobs } from './jobs.ts'
import { scoreRoutes } from './routes.ts'

export const scoreDomain: Domain = {
  routes: scoreRoutes,
  jobs: scoreJobs,
  onChange: ({ jobs }, db, changes, patient_ids) => requestScores(jobs, db, changes, patient_ids),
}
