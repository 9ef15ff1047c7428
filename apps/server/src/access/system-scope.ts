import type { Db } from '../database/db.ts'
import { PatientScope } from './patient-scope.ts'

class SystemScope extends PatientScope {
  constructor(db: Db) {
    super(db, undefined, undefined, new Set())
  }
}

/** All patients, without a caller. Imported by jobs and seeding only: `npm run check` fails on any other import. */
export const systemScope = (db: Db): PatientScope => new SystemScope(db)
