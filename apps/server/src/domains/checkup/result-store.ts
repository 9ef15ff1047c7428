import { judge, type Reading, readValue, type SexAndBirthday, verdictOn } from '@sukoyaka/rules/record/judge'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { addTestResults, BulkOutcome, changeTestResult } from '@sukoyaka/wire/record/result'
import { and, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError, fieldError } from '../../errors/api-error.ts'
import { atGivenPlace, atPlace, criticalInputs, derive, type NewResult, writeResults } from './derived-store.ts'
import { type Judging, lockPatient, numericType, readJudging } from './judging-store.ts'
import { test_categories, test_packages, test_results, tests } from './tables.ts'

type Result = Omit<typeof test_results.$inferSelect, 'value'> & { value: number }
type Sent = Input<typeof addTestResults>['results'][number]
type Reason = NonNullable<BulkOutcome['reason']>
export type Outcome = { index: number; outcome: BulkOutcome['outcome']; reason?: Reason; result?: Result }

const lockedPackage = patientQuery(({ db, rows }) =>
  db
    .select({ location: test_packages.location, released_at: test_packages.released_at, called_on: test_packages.called_on })
    .from(rows(test_packages))
    .where(and(eq(test_packages.id, sql.placeholder('id')), eq(test_packages.user_id, sql.placeholder('user_id'))))
    .for('share'),
)
const testsOfPackage = patientQuery(({ db, rows }) =>
  db
    .select({ id: tests.id, names: test_categories.numeric_categories })
    .from(rows(tests))
    .innerJoin(test_categories, eq(test_categories.id, tests.category_id))
    .where(eq(tests.test_package_id, sql.placeholder('id'))),
)

/** What results take from their checkup, which is locked until the end of the transaction. Throws `not_found` for an unknown checkup. */
const packageOf = async (scope: PatientScope, user_id: number, id: number | null, today: string) => {
  if (id === null) return { location: '', needsPhoneCall: false, testOf: new Map<string, number>() }
  const [found] = await lockedPackage(scope).execute({ id, user_id })
  if (!found) throw apiError('not_found')
  const assignedTests = await testsOfPackage(scope).execute({ id })
  return {
    location: found.location,
    // staff must phone the patient before the patient sees a critical value; a phone call on another day was about other values
    needsPhoneCall: found.released_at !== null && found.called_on !== today,
    testOf: new Map(assignedTests.flatMap((test) => test.names.map((name) => [name, test.id] as const))),
  }
}

/** Why a value cannot have been measured at this time; undefined if it can. */
const dateProblemOf = (recorded_at: string, { birthday }: SexAndBirthday, today: string): 'in_future' | 'before_birth' | undefined => {
  const day = tokyoDay(recorded_at)
  return day > today ? 'in_future' : birthday !== null && day < birthday ? 'before_birth' : undefined
}

const utc = (instant: string) => new Date(instant).toISOString()
const keyOf = ({ category_id, recorded_at }: { category_id: number; recorded_at: string }) => `${category_id} ${recorded_at}`
const isSame = (a: Reading, b: Reading) =>
  a.value === b.value && a.comparator === b.comparator && a.entered_value === b.entered_value && a.entered_unit === b.entered_unit

type ReadRow = { category_id: number; recorded_at: string } & ({ reason: Reason; entered?: Reading } | { newResult: NewResult })
type Package = Awaited<ReturnType<typeof packageOf>>

const readRow = (row: Sent, { byId, byName }: Judging, person: SexAndBirthday, { location, testOf }: Package, today: string): ReadRow => {
  const category = row.category_id === undefined ? byName.get(row.category_name ?? '') : byId.get(row.category_id)
  const key = { category_id: category?.id ?? 0, recorded_at: utc(row.recorded_at) }
  if (!category?.is_active || (row.category_name !== undefined && row.category_name !== category.name)) return { ...key, reason: 'unknown_category' }
  const reason = dateProblemOf(key.recorded_at, person, today)
  if (reason) return { ...key, reason }
  const judged = judge(category, category.versions, person, { ...row, recorded_at: key.recorded_at })
  if ('problem' in judged) {
    const entered = readValue(category, { ...row, confirmed: true })
    return { ...key, reason: judged.problem, ...(!('problem' in entered) && { entered }) }
  }
  return { ...key, newResult: { ...judged, ...key, test_id: testOf.get(category.name) ?? null, origin: location || row.origin || '', is_derived: false } }
}

/** An existing measured value that is sent again is `same`, even if unlikely: it needs no second confirmation. */
const outcomeOf = (
  read: ReadRow,
  existing: Result | undefined,
  earlierInCall: NewResult | undefined,
  needsPhoneCall: boolean,
): Pick<Outcome, 'outcome' | 'reason'> => {
  const entered = 'newResult' in read ? read.newResult : read.entered
  if (entered && existing && !existing.is_derived && !earlierInCall && isSame(entered, existing)) return { outcome: 'same' }
  if ('reason' in read) return { outcome: 'refused', reason: read.reason }
  if (earlierInCall) return isSame(read.newResult, earlierInCall) ? { outcome: 'same' } : { outcome: 'refused', reason: 'repeated' }
  if (needsPhoneCall && read.newResult.is_serious && !existing?.is_serious) return { outcome: 'refused', reason: 'released' }
  return { outcome: existing && !existing.is_derived ? 'changed' : 'new' }
}

const resultColumns = columnsOf(test_results)

/** Results of a place by category and time, or by id. */
const resultsAtPlace = patientQuery(({ db, rows }, key: 'keys' | 'ids', isInPackage: boolean) =>
  db
    .select(resultColumns)
    .from(rows(test_results))
    .where(
      and(
        atGivenPlace(isInPackage),
        key === 'ids'
          ? isAnyOf(test_results.id)
          : sql`(${test_results.category_id}, ${test_results.recorded_at}) in (select category_id, recorded_at from json_to_recordset(${sql.placeholder('keys')}::json) as k (category_id bigint, recorded_at timestamptz(3)))`,
      ),
    ),
)

/** Writes all acceptable results of one patient and derives values from them. Returns an outcome per row. */
export const putResults = async (
  scope: PatientScope,
  { user_id, test_package_id = null, results }: Omit<Input<typeof addTestResults>, 'test_package_id'> & { test_package_id?: number | null | undefined },
  today: string,
): Promise<Outcome[]> => {
  const person = await lockPatient(scope, user_id)
  const place = { user_id, test_package_id }
  const package_ = await packageOf(scope, user_id, test_package_id, today)
  const judging = await readJudging(scope.db)
  const reads = results.map((row) => readRow(row, judging, person, package_, today))
  const keys = JSON.stringify(reads.filter(({ category_id }) => category_id).map(({ category_id, recorded_at }) => ({ category_id, recorded_at })))
  const isInPackage = test_package_id !== null
  const existing = (await resultsAtPlace(scope, 'keys', isInPackage).execute({ ...place, keys })) as Result[]
  const existingByKey = new Map(existing.map((result) => [keyOf(result), result]))
  const newResults = new Map<string, NewResult>()
  const outcomes = reads.map((read) => {
    const key = keyOf(read)
    const outcome = outcomeOf(read, existingByKey.get(key), newResults.get(key), package_.needsPhoneCall)
    if ('newResult' in read && (outcome.outcome === 'new' || outcome.outcome === 'changed')) newResults.set(key, read.newResult)
    return { key, ...outcome }
  })
  const refusedKeys = new Set<string>()
  if (package_.needsPhoneCall)
    for (const input of await criticalInputs(scope, { place, person, judging }, [...newResults.values()])) {
      refusedKeys.add(keyOf(input))
      newResults.delete(keyOf(input))
    }
  const ids = await writeResults(scope, place, [...newResults.values()])
  const moments = new Set([...newResults.values()].map(({ recorded_at }) => recorded_at))
  await derive(scope, { place, person, judging, moments, needsPhoneCall: package_.needsPhoneCall })
  const written = ids.length ? ((await resultsAtPlace(scope, 'ids', isInPackage).execute({ ...place, ids })) as Result[]) : []
  const storedByKey = new Map([...existingByKey, ...written.map((result) => [keyOf(result), result] as const)])
  return outcomes.map(({ key, ...found }, index) => {
    const outcome = refusedKeys.has(key) ? { outcome: 'refused' as const, reason: 'released' as const } : found
    const result = outcome.outcome === 'refused' ? undefined : storedByKey.get(key)
    return { index, ...outcome, ...(result && { result }) }
  })
}

const numericResult = patientQuery(({ db, rows }) =>
  db
    .select(resultColumns)
    .from(rows(test_results))
    .where(and(eq(test_results.id, sql.placeholder('id')), eq(test_results.type, numericType))),
)
const find = async (scope: PatientScope, id: number) => {
  const [found] = await numericResult(scope).execute({ id })
  if (!found) throw apiError('not_found')
  return found as Result
}

/** Reads a numeric result and locks its patient and checkup until the end of the transaction. */
const lockResult = async (scope: PatientScope, id: number, today: string) => {
  const { user_id } = await find(scope, id)
  scope.record(user_id)
  const person = await lockPatient(scope, user_id)
  const result = await find(scope, id)
  const place = { user_id, test_package_id: result.test_package_id }
  const { needsPhoneCall } = await packageOf(scope, user_id, result.test_package_id, today)
  return { result, person, place, needsPhoneCall, judging: await readJudging(scope.db) }
}

const resultsOfMoment = patientQuery(({ db, rows }, isInPackage: boolean) =>
  db
    .select({ id: test_results.id })
    .from(rows(test_results))
    .where(
      and(
        atGivenPlace(isInPackage),
        eq(test_results.category_id, sql.placeholder('category_id')),
        eq(test_results.recorded_at, sql.placeholder('recorded_at')),
      ),
    ),
)

export const updateResult = async (
  scope: PatientScope,
  { id, updated_at, value, comparator, unit, recorded_at, confirmed }: Input<typeof changeTestResult>,
  today: string,
): Promise<Result> => {
  const { result, person, place, needsPhoneCall, judging } = await lockResult(scope, id, today)
  if (updated_at && utc(updated_at) !== result.updated_at) throw apiError('conflict')
  if (result.is_derived) throw fieldError('value', 'not_allowed')
  if ((unit !== undefined || comparator !== undefined) && value === undefined) throw fieldError('value', 'required')
  const moment = recorded_at === undefined ? result.recorded_at : utc(recorded_at)
  const reason = dateProblemOf(moment, person, today)
  if (reason) throw fieldError('recorded_at', reason)
  const category = judging.byId.get(result.category_id)!
  const read =
    value === undefined ? result : readValue(category, { value, comparator: comparator ?? null, ...(unit && { unit }), ...(confirmed && { confirmed }) })
  if ('problem' in read) throw fieldError(read.problem === 'unknown_unit' ? 'unit' : 'value', read.problem)
  const verdict = verdictOn(category, category.versions, person, { value: read.value, comparator: read.comparator, recorded_at: moment })
  if (needsPhoneCall && verdict.is_serious && !result.is_serious) throw fieldError('value', 'released')
  if (moment !== result.recorded_at) {
    const isSamePlace = and(atPlace(place), eq(test_results.category_id, category.id), eq(test_results.recorded_at, moment))
    await scope.delete(test_results).where(and(isSamePlace, eq(test_results.is_derived, true)))
    const sameMoment = { ...place, category_id: category.id, recorded_at: moment }
    if ((await resultsOfMoment(scope, place.test_package_id !== null).execute(sameMoment)).length) throw fieldError('recorded_at', 'taken')
  }
  const { value: newValue, comparator: newComparator, entered_value, entered_unit } = read
  await scope
    .update(test_results)
    .set({
      value: newValue,
      comparator: newComparator,
      entered_value,
      entered_unit,
      ...verdict,
      recorded_at: moment,
      is_judged: true,
      updated_at: later(test_results.updated_at),
    })
    .where(eq(test_results.id, id))
  const withheldIds = await derive(scope, { place, person, judging, moments: [result.recorded_at, moment], needsPhoneCall })
  if (withheldIds.includes(category.id)) throw fieldError(value === undefined ? 'recorded_at' : 'value', 'released')
  return find(scope, id)
}

export const deleteResult = async (scope: PatientScope, id: number, today: string): Promise<void> => {
  const { result, needsPhoneCall, ...context } = await lockResult(scope, id, today)
  if (result.is_derived) throw fieldError('id', 'not_allowed')
  await scope.delete(test_results).where(eq(test_results.id, id))
  const withheldIds = await derive(scope, { ...context, moments: [result.recorded_at], needsPhoneCall })
  if (withheldIds.includes(result.category_id)) throw fieldError('id', 'released')
}
