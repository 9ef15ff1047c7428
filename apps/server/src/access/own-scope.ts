import type { Db } from '../database/db.ts'
import { PatientScope } from './patient-scope.ts'

class OwnScope extends PatientScope {
  constructor(db: Db, patient_id: number) {
    super(db, undefined, patient_id, new Set())
  }
}

/** The record of this patient, for a job that works for the patient. */
export const ownScope = (db: Db, patient_id: number): PatientScope => new OwnScope(db, patient_id)
