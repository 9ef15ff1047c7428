import { validatePastDay } from '@sukoyaka/rules/partial-day'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { addPerformedOperation, changePerformedOperation, PerformedOperation } from '@sukoyaka/wire/record/illness'
import { desc, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid, lockRow, normalizeText } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { birthdayOf, requirePatient } from '../patient/require-store.ts'
import { performed_operations } from './tables.ts'

const maxRows = 1000

const operationsOfPatient = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(performed_operations))
    .where(eq(performed_operations.user_id, sql.placeholder('user_id')))
    .orderBy(sql`${performed_operations.operated_on} desc nulls last`, desc(performed_operations.id))
    .limit(maxRows),
)

export const operationsOf = async (scope: PatientScope, user_id: number): Promise<PerformedOperation[]> => {
  await requirePatient(scope, user_id)
  return operationsOfPatient(scope).execute({ user_id })
}

type Operation = Pick<PerformedOperation, 'user_id' | 'name' | 'operated_on' | 'facility' | 'detail'>

/** Validates an operation and returns the row to store. */
const validateOperation = async (scope: PatientScope, { user_id, name, operated_on, facility, detail }: Operation, today: string): Promise<Operation> => {
  const row = { user_id, name: name.trim(), operated_on, facility: facility.trim(), detail: normalizeText(detail) }
  assertValid({ name: !row.name && 'required', operated_on: validatePastDay(operated_on, today, await birthdayOf(scope, user_id)) })
  return row
}

export const insertOperation = async (
  scope: PatientScope,
  { user_id, name, operated_on = null, facility = '', detail = '' }: Input<typeof addPerformedOperation>,
  today: string,
): Promise<PerformedOperation> => {
  await requirePatient(scope, user_id)
  const row = await validateOperation(scope, { user_id, name, operated_on, facility, detail }, today)
  const [added] = await scope.insert(performed_operations).values(row).returning()
  return added!
}

export const updateOperation = async (
  scope: PatientScope,
  { id, updated_at, ...change }: Input<typeof changePerformedOperation>,
  today: string,
): Promise<PerformedOperation> => {
  const existing = await lockRow(scope, performed_operations, { id, updated_at })
  const row = await validateOperation(scope, { ...existing, ...change }, today)
  const [changed] = await scope
    .update(performed_operations)
    .set({ ...row, updated_at: later(performed_operations.updated_at) })
    .where(eq(performed_operations.id, id))
    .returning()
  return changed!
}
