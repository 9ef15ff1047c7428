import { sql } from 'drizzle-orm'
import type { Domain } from '../../http/domain.ts'
import { importJobs } from './jobs.ts'
import { resultsImportRoutes } from './routes.ts'
import { results_imports } from './tables.ts'

export const resultsImportDomain: Domain = {
  routes: resultsImportRoutes,
  jobs: importJobs,
  // files of which no part has arrived for a day
  retention: [sql`delete from ${results_imports} where state = 'uploaded' and received < size and updated_at < now() - interval '1 day'`],
}
