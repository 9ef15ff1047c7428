import { stepStatus } from '@sukoyaka/rules/record/lifestyle'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { addSteps, listSteps, Step } from '@sukoyaka/wire/record/activity'
import { and, desc, eq, type Placeholder, sql } from 'drizzle-orm'
import { eachPatient, maxRowsOfEach, type PatientOfRow, rowsOfEach } from '../../access/each-patient.ts'
import { patientQuery, type QueryTools } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { requirePatient } from '../patient/require-store.ts'
import { steps } from './tables.ts'

const defaultDays = 400

const withStatus = (row: Omit<typeof steps.$inferSelect, 'created_at'>): Step => ({ ...row, status: stepStatus(row.count) })

const newestStepsOf = ({ db, rows }: QueryTools, user_id: PatientOfRow, max: number | Placeholder) => {
  const { created_at: _, ...columns } = columnsOf(steps)
  return db.select(columns).from(rows(steps)).where(eq(steps.user_id, user_id)).orderBy(desc(steps.measured_on)).limit(max)
}
const newestSteps = patientQuery((tools) => newestStepsOf(tools, sql.placeholder('user_id'), sql.placeholder('count')))
const newestStepsOfEach = patientQuery((tools) => rowsOfEach(newestStepsOf(tools, eachPatient, maxRowsOfEach)))

/** Steps of the newest days with data, newest first. */
export const stepsOf = async (scope: PatientScope, { user_id, count = defaultDays }: Input<typeof listSteps>): Promise<Step[]> => {
  await requirePatient(scope, user_id)
  return (await newestSteps(scope).execute({ user_id, count })).map(withStatus)
}

/** The newest steps of each of these patients. */
export const stepsOfAll = async (scope: PatientScope, user_ids: number[]): Promise<Step[]> =>
  (await newestStepsOfEach(scope).execute({ ids: user_ids })).map(withStatus)

const stepsOfDays = patientQuery(({ db, rows }, isLocked: boolean) => {
  const query = db
    .select()
    .from(rows(steps))
    .where(and(eq(steps.user_id, sql.placeholder('user_id')), isAnyOf(steps.measured_on, 'days')))
  return isLocked ? query.for('update') : query
})

type Outcome = { measured_on: string; outcome: 'new' | 'same' | 'changed'; step: Step }

/** Upserts one row per day; an equal number leaves the row unchanged. */
export const putSteps = async (scope: PatientScope, { user_id, origin = '', steps: newSteps }: Input<typeof addSteps>, today: string): Promise<Outcome[]> => {
  await requirePatient(scope, user_id)
  const days = newSteps.map(({ measured_on }) => measured_on)
  const duplicateIndex = days.findIndex((day, index) => days.indexOf(day) !== index)
  if (duplicateIndex >= 0) throw apiError('invalid', { fields: { [`steps.${duplicateIndex}.measured_on`]: ['taken'] } })
  const futureIndex = days.findIndex((day) => day > today)
  if (futureIndex >= 0) throw apiError('invalid', { fields: { [`steps.${futureIndex}.measured_on`]: ['in_future'] } })
  const existingByDay = new Map((await stepsOfDays(scope, true).execute({ user_id, days })).map((row) => [row.measured_on, row]))
  const changed = newSteps.filter(({ measured_on, count }) => existingByDay.get(measured_on)?.count !== count)
  // sorted by day, so that concurrent writers lock in the same order and do not deadlock
  const rows = changed.toSorted((a, b) => (a.measured_on < b.measured_on ? -1 : 1)).map((row) => ({ ...row, user_id, origin: origin.trim() }))
  if (rows.length)
    await scope
      .insert(steps)
      .values(rows)
      .onConflictDoUpdate({
        target: [steps.user_id, steps.measured_on],
        set: { count: sql`excluded.count`, origin: sql`excluded.origin`, updated_at: later(steps.updated_at) },
      })
  const storedByDay = new Map((await stepsOfDays(scope, false).execute({ user_id, days })).map((row) => [row.measured_on, row]))
  return newSteps.map(({ measured_on, count }) => {
    const existing = existingByDay.get(measured_on)
    return { measured_on, outcome: !existing ? 'new' : existing.count === count ? 'same' : 'changed', step: withStatus(storedByDay.get(measured_on)!) }
  })
}
