import type { Measured } from '@sukoyaka/rules/record/home/measured'
import { seriousSide } from '@sukoyaka/rules/record/judge'
import { tokyoDay } from '@sukoyaka/rules/time'
import {
  type addHealthRecord,
  type changeHealthRecord,
  type HealthRecord,
  type removeHealthRecord,
  type SeriousValue,
  selfMeasured,
} from '@sukoyaka/wire/record/health-record'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { Db } from '../../../database/db.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { readJudging } from '../../checkup/judging-store.ts'
import { deleteResult, type Outcome, putResults } from '../../checkup/result-store.ts'
import { assertLikeEarlier } from '../earlier-store.ts'
import { assertNotMeasured, deleteHealthRecord, insertHealthRecord, updateHealthRecord } from '../store.ts'

const seriousValuesOf = async (db: Db, outcomes: readonly Outcome[]): Promise<SeriousValue[]> => {
  const results = outcomes.flatMap(({ result }) => (result?.is_serious ? [result] : []))
  if (!results.length) return []
  const { byId } = await readJudging(db)
  return results.flatMap((result) => {
    const category = byId.get(result.category_id)!
    const side = seriousSide(result, category)
    return side ? [{ category_name: category.name, side }] : []
  })
}

type NewResults = { record: HealthRecord; measured: Measured; confirmed: boolean | undefined }

/** Stores the numbers of a record as results, which are judged like any other, and replies with the record. */
const withResults = async (scope: PatientScope, { record, measured, confirmed }: NewResults, now: Date) => {
  const { user_id, recorded_at } = record
  if (measured.length) await assertNotMeasured(scope, record, measured)
  if (!confirmed) await assertLikeEarlier(scope, record, measured)
  const results = measured.map(({ numeric_category, value }) => ({
    category_name: numeric_category,
    value,
    recorded_at,
    origin: selfMeasured,
    ...(confirmed && { confirmed }),
  }))
  const outcomes = results.length ? await putResults(scope, { user_id, results }, tokyoDay(now)) : []
  const rejected = outcomes.flatMap(({ index, outcome, reason }) => (outcome === 'refused' && reason ? [{ name: measured[index]!.name, reason }] : []))
  const fieldOf = ({ name, reason }: (typeof rejected)[number]) => (reason === 'in_future' || reason === 'before_birth' ? 'recorded_at' : name)
  // the transaction rolls the record back if its values are rejected
  if (rejected.length) throw apiError('invalid', { fields: Object.fromEntries(rejected.map((value) => [fieldOf(value), [value.reason]])) })
  const serious_values = await seriousValuesOf(scope.db, outcomes)
  return { ...record, is_serious: serious_values.length > 0, serious_values }
}

export const addRecord = async ({ context, scope, actor, input }: Call<typeof addHealthRecord>) => {
  const now = context.clock()
  const added = await insertHealthRecord(scope, actor, input, now)
  return withResults(scope, { ...added, confirmed: input.confirmed }, now)
}

export const changeRecord = async ({ context, scope, input }: Call<typeof changeHealthRecord>) => {
  const now = context.clock()
  const { outdatedIds, ...changed } = await updateHealthRecord(scope, input, now)
  for (const id of outdatedIds) await deleteResult(scope, id, tokyoDay(now))
  return withResults(scope, { ...changed, confirmed: input.confirmed }, now)
}

export const removeRecord = async ({ context, scope, input }: Call<typeof removeHealthRecord>) => {
  for (const id of await deleteHealthRecord(scope, input.id)) await deleteResult(scope, id, tokyoDay(context.clock()))
  return null
}
