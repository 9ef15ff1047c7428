import type { Db } from '../database/db.ts'
import { PatientScope } from './patient-scope.ts'

class SystemScope extends PatientScope {
  constructor(db: Db) {
    super(db, undefined, undefined, new Set())
  }
}

/** All patients, without a caller. For jobs, seeding and tests: `npm run check` fails on any other import in `src`. */
export const systemScope = (db: Db): PatientScope => new SystemScope(db)
