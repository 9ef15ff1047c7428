import type { Tag } from '@sukoyaka/wire/all'
import type { SQL } from 'drizzle-orm'
import type { AppContext } from '../context/app-context.ts'
import type { Db } from '../database/db.ts'
import type { JobKind } from '../jobs/jobs.ts'
import type { FileGuard } from './file-route.ts'
import type { ServedRoute } from './serve.ts'

/** What a domain registers with the server, in its `domain.ts`. */
export type Domain = {
  routes: readonly ServedRoute[]
  jobs?: readonly JobKind[]
  /** Statements that delete or clear expired rows; they run every hour. */
  retention?: readonly SQL[]
  /** Permission checks for the files of this domain. */
  fileGuards?: readonly FileGuard[]
  /**
   * Runs after a change to records of these patients, in the transaction of the call or job if there is one. It does not run for an endpoint with an
   * `audience`. `changes` names what changed.
   */
  onChange?: (context: AppContext, db: Db, changes: readonly Tag[], patient_ids: ReadonlySet<number>) => Promise<void>
}
