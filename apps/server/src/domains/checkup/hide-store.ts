import { eq } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { forgetRecord } from '../notification/record-store.ts'
import { test_packages } from './tables.ts'

/** Hides the results of a checkup from the patient, and deletes the open notifications, which would lead to hidden results. */
export const hidePackage = async (scope: PatientScope, id: number): Promise<void> => {
  await scope
    .update(test_packages)
    .set({ released_at: null, released_by: null, called_on: null, updated_at: later(test_packages.updated_at) })
    .where(eq(test_packages.id, id))
  await forgetRecord(scope, { kind: 'results_released', record_id: id })
}
