import { tokyoDay } from '@sukoyaka/rules/time'
import { type addHealthRecord, type removeHealthRecord, selfMeasured } from '@sukoyaka/wire/record/health-record'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { deleteResult, putResults } from '../../checkup/result-store.ts'
import { assertNotMeasured, deleteHealthRecord, insertHealthRecord } from '../store.ts'

/** A number is also stored as a result, which is judged like any other. */
export const addRecord = async ({ context, scope, actor, input }: Call<typeof addHealthRecord>) => {
  const now = context.clock()
  const { record, measured } = await insertHealthRecord(scope, actor, input, now)
  const { user_id, recorded_at } = record
  if (measured.length) await assertNotMeasured(scope, record, measured)
  const results = measured.map(({ numeric_category, value }) => ({
    category_name: numeric_category,
    value,
    recorded_at,
    origin: selfMeasured,
    ...(input.confirmed && { confirmed: true }),
  }))
  const outcomes = results.length ? await putResults(scope, { user_id, results }, tokyoDay(now)) : []
  const rejectedOutcome = outcomes.find(({ outcome }) => outcome === 'refused')
  // the transaction rolls the record back if its value is rejected
  if (rejectedOutcome?.reason) throw apiError('invalid', { fields: { [measured[rejectedOutcome.index]!.name]: [rejectedOutcome.reason] } })
  return { ...record, is_serious: outcomes.some(({ result }) => result?.is_serious) }
}

export const removeRecord = async ({ context, scope, input }: Call<typeof removeHealthRecord>) => {
  for (const id of await deleteHealthRecord(scope, input.id)) await deleteResult(scope, id, tokyoDay(context.clock()))
  return null
}
