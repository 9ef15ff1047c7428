import { sql } from 'drizzle-orm'
import type { Domain } from '../../http/domain.ts'
import { fhirJobs } from './export/jobs.ts'
import { fhir_exports } from './export/tables.ts'
import { fhirRoutes } from './routes.ts'

export const fhirDomain: Domain = {
  routes: fhirRoutes,
  jobs: fhirJobs,
  retention: [
    sql`update ${fhir_exports} set state = 'failed', finished_at = now() where state in ('waiting', 'running') and created_at < now() - interval '1 day'`,
    // their files then belong to nothing and are deleted as orphans
    sql`delete from ${fhir_exports} where finished_at < now() - interval '1 day'`,
  ],
}
