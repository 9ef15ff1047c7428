import { judge, readValue, type SexAndBirthday, verdictOn } from '@sukoyaka/rules/record/judge'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { FieldReason } from '@sukoyaka/wire/errors'
import type { addTestResults, BulkOutcome, changeTestResult } from '@sukoyaka/wire/record/result'
import { and, eq, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { later } from '../../database/columns.ts'
import { apiError } from '../../errors/api-error.ts'
import { atPlace, derive, type NewResult, writeResults } from './derived-store.ts'
import { holdPatient, type Judging, numericType, readJudging } from './judging-store.ts'
import { test_categories, test_packages, test_results, tests } from './tables.ts'

type Result = Omit<typeof test_results.$inferSelect, 'value'> & { value: number }
type Sent = Input<typeof addTestResults>['results'][number]
type Reason = NonNullable<BulkOutcome['reason']>
export type Outcome = { index: number; outcome: BulkOutcome['outcome']; reason?: Reason; result?: Result }

/** Locks the checkup of results until the end of the transaction. */
const packageOf = async (scope: PatientScope, user_id: number, id: number | null, today: string) => {
  if (id === null) return { location: '', isShown: false, testOf: new Map<string, number>() }
  const [found] = await scope.db
    .select({ location: test_packages.location, released_at: test_packages.released_at, called_on: test_packages.called_on })
    .from(scope.rows(test_packages))
    .where(and(eq(test_packages.id, id), eq(test_packages.user_id, user_id)))
    .for('share')
  if (!found) throw apiError('not_found')
  const had = await scope.db
    .select({ id: tests.id, names: test_categories.numeric_categories })
    .from(scope.rows(tests))
    .innerJoin(test_categories, eq(test_categories.id, tests.category_id))
    .where(eq(tests.test_package_id, id))
  return {
    location: found.location,
    // a serious value needs the call before the release; a call on another day was about other values
    isShown: found.released_at !== null && found.called_on !== today,
    testOf: new Map(had.flatMap((test) => test.names.map((name) => [name, test.id] as const))),
  }
}

/** The reason why a value cannot have been measured then. */
const misplaced = (recorded_at: string, { birthday }: SexAndBirthday, today: string): 'in_future' | 'before_birth' | undefined => {
  const day = tokyoDay(recorded_at)
  return day > today ? 'in_future' : birthday !== null && day < birthday ? 'before_birth' : undefined
}

const utc = (instant: string) => new Date(instant).toISOString()
const keyOf = ({ category_id, recorded_at }: { category_id: number; recorded_at: string }) => `${category_id} ${recorded_at}`
type Worth = { value: number; entered_value: number | null; entered_unit: string | null }
const isSame = (a: Worth, b: Worth) => a.value === b.value && a.entered_value === b.entered_value && a.entered_unit === b.entered_unit

type Read = { category_id: number; recorded_at: string } & ({ reason: Reason; worth?: Worth } | { made: NewResult })
type Package = Awaited<ReturnType<typeof packageOf>>

const readRow = (row: Sent, { byId, byName }: Judging, person: SexAndBirthday, { location, testOf }: Package, today: string): Read => {
  const category = row.category_id === undefined ? byName.get(row.category_name ?? '') : byId.get(row.category_id)
  const at = { category_id: category?.id ?? 0, recorded_at: utc(row.recorded_at) }
  if (!category || (row.category_name !== undefined && row.category_name !== category.name)) return { ...at, reason: 'unknown_category' }
  const reason = misplaced(at.recorded_at, person, today)
  if (reason) return { ...at, reason }
  const judged = judge(category, category.versions, person, { ...row, recorded_at: at.recorded_at })
  if ('refused' in judged) {
    const worth = readValue(category, { ...row, confirmed: true })
    return { ...at, reason: judged.refused, ...(!('refused' in worth) && { worth }) }
  }
  return { ...at, made: { ...judged, ...at, test_id: testOf.get(category.name) ?? null, origin: location || row.origin || '', is_derived: false } }
}

/** A file sent twice changes nothing: existing values are not confirmed again. */
const outcomeOf = (read: Read, before: Result | undefined, inCall: NewResult | undefined, isShown: boolean): Pick<Outcome, 'outcome' | 'reason'> => {
  const worth = 'made' in read ? read.made : read.worth
  if (worth && before && !before.is_derived && !inCall && isSame(worth, before)) return { outcome: 'same' }
  if ('reason' in read) return { outcome: 'refused', reason: read.reason }
  if (inCall) return isSame(read.made, inCall) ? { outcome: 'same' } : { outcome: 'refused', reason: 'repeated' }
  if (isShown && read.made.is_serious && !before?.is_serious) return { outcome: 'refused', reason: 'released' }
  return { outcome: before && !before.is_derived ? 'changed' : 'new' }
}

const resultColumns = columnsOf(test_results)

/** Writes all acceptable results of one patient and derives values from them. Returns an outcome per row. */
export const putResults = async (
  scope: PatientScope,
  { user_id, test_package_id = null, results }: Omit<Input<typeof addTestResults>, 'test_package_id'> & { test_package_id?: number | null | undefined },
  today: string,
): Promise<Outcome[]> => {
  const person = await holdPatient(scope, user_id)
  const place = { user_id, test_package_id }
  const package_ = await packageOf(scope, user_id, test_package_id, today)
  const judging = await readJudging(scope.db)
  const reads = results.map((row) => readRow(row, judging, person, package_, today))
  const keys = JSON.stringify(reads.filter(({ category_id }) => category_id).map(({ category_id, recorded_at }) => ({ category_id, recorded_at })))
  const held = (await scope.db
    .select(resultColumns)
    .from(scope.rows(test_results))
    .where(
      and(
        atPlace(place),
        sql`(${test_results.category_id}, ${test_results.recorded_at}) in (select category_id, recorded_at from json_to_recordset(${keys}::json) as k (category_id bigint, recorded_at timestamptz(3)))`,
      ),
    )) as Result[]
  const before = new Map(held.map((result) => [keyOf(result), result]))
  const written = new Map<string, NewResult>()
  const outcomes = reads.map((read) => {
    const key = keyOf(read)
    const outcome = outcomeOf(read, before.get(key), written.get(key), package_.isShown)
    if ('made' in read && (outcome.outcome === 'new' || outcome.outcome === 'changed')) written.set(key, read.made)
    return { key, ...outcome }
  })
  const ids = await writeResults(scope, place, [...written.values()])
  const now = ids.length
    ? ((await scope.db
        .select(resultColumns)
        .from(scope.rows(test_results))
        .where(and(atPlace(place), sql`${test_results.id} = any(${sql.param(ids)})`))) as Result[])
    : []
  const after = new Map([...before, ...now.map((result) => [keyOf(result), result] as const)])
  const moments = new Set([...written.values()].map(({ recorded_at }) => recorded_at))
  await derive(scope, { place, person, judging, moments, isShown: package_.isShown })
  return outcomes.map(({ key, ...outcome }, index) => {
    const result = outcome.outcome === 'refused' ? undefined : after.get(key)
    return { index, ...outcome, ...(result && { result }) }
  })
}

const find = async (scope: PatientScope, id: number) => {
  const [found] = await scope.db
    .select(resultColumns)
    .from(scope.rows(test_results))
    .where(and(eq(test_results.id, id), eq(test_results.type, numericType)))
  if (!found) throw apiError('not_found')
  return found as Result
}

/** Locks a measured result with its patient and checkup until the end of the transaction. */
const hold = async (scope: PatientScope, id: number, today: string) => {
  const { user_id } = await find(scope, id)
  scope.record(user_id)
  const person = await holdPatient(scope, user_id)
  const result = await find(scope, id)
  const place = { user_id, test_package_id: result.test_package_id }
  const { isShown } = await packageOf(scope, user_id, result.test_package_id, today)
  return { result, person, place, isShown, judging: await readJudging(scope.db) }
}

const fieldError = (field: string, reason: FieldReason) => apiError('invalid', { fields: { [field]: [reason] } })

export const updateResult = async (
  scope: PatientScope,
  { id, updated_at, value, unit, recorded_at, confirmed }: Input<typeof changeTestResult>,
  today: string,
): Promise<Result> => {
  const { result, person, place, isShown, judging } = await hold(scope, id, today)
  if (updated_at && utc(updated_at) !== result.updated_at) throw apiError('conflict')
  if (result.is_derived) throw fieldError('value', 'not_allowed')
  if (unit !== undefined && value === undefined) throw fieldError('value', 'required')
  const moment = recorded_at === undefined ? result.recorded_at : utc(recorded_at)
  const reason = misplaced(moment, person, today)
  if (reason) throw fieldError('recorded_at', reason)
  const category = judging.byId.get(result.category_id)!
  const read = value === undefined ? result : readValue(category, { value, ...(unit && { unit }), ...(confirmed && { confirmed }) })
  if ('refused' in read) throw fieldError(read.refused === 'unknown_unit' ? 'unit' : 'value', read.refused)
  const verdict = verdictOn(category, category.versions, person, { value: read.value, recorded_at: moment })
  if (isShown && verdict.is_serious && !result.is_serious) throw fieldError('value', 'released')
  if (moment !== result.recorded_at) {
    const there = and(atPlace(place), eq(test_results.category_id, category.id), eq(test_results.recorded_at, moment))
    await scope.delete(test_results).where(and(there, eq(test_results.is_derived, true)))
    if ((await scope.db.select({ id: test_results.id }).from(scope.rows(test_results)).where(there)).length) throw fieldError('recorded_at', 'taken')
  }
  const { value: judged, entered_value, entered_unit } = read
  await scope
    .update(test_results)
    .set({ value: judged, entered_value, entered_unit, ...verdict, recorded_at: moment, is_judged: true, updated_at: later(test_results.updated_at) })
    .where(eq(test_results.id, id))
  await derive(scope, { place, person, judging, moments: [result.recorded_at, moment], isShown })
  return find(scope, id)
}

export const deleteResult = async (scope: PatientScope, id: number, today: string): Promise<void> => {
  const { result, isShown, ...rest } = await hold(scope, id, today)
  if (result.is_derived) throw fieldError('id', 'not_allowed')
  await scope.delete(test_results).where(eq(test_results.id, id))
  await derive(scope, { ...rest, moments: [result.recorded_at], isShown })
}
