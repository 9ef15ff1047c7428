import type { Permission } from '@sukoyaka/wire/access'
import type { Db } from '../database/db.ts'
import { type Caller, ownUnder, PatientScope } from './patient-scope.ts'

class CallScope extends PatientScope {
  constructor(db: Db, caller: Caller, own: number | undefined) {
    super(db, caller, own, new Set())
  }
}

/** What this person may read and change under this permission. Throws 403 if the role lacks it. For the folder `http` and tests only. */
export const openScope = (db: Db, caller: Caller, permission: Permission): PatientScope => new CallScope(db, caller, ownUnder(caller, permission))
