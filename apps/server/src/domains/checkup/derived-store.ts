import { ageOn } from '@sukoyaka/rules/person'
import { derivations, derivedValue } from '@sukoyaka/rules/record/derived'
import { type Reading, type SexAndBirthday, type Verdict, verdictOn } from '@sukoyaka/rules/record/judge'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Comparator } from '@sukoyaka/wire/record/value'
import { and, eq, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { hidePackage } from './hide-store.ts'
import { type JudgedCategory, type Judging, numericType, readJudging, sexAndBirthdayOf } from './judging-store.ts'
import { judgePepsinogen, pepsinogenIds } from './pepsinogen-store.ts'
import { test_results } from './tables.ts'
import { judgeTreatedLipids } from './treated-lipid-store.ts'

/** Where results belong: a patient, and a checkup or none. */
export type ResultPlace = { user_id: number; test_package_id: number | null }
export type NewResult = Reading & Verdict & { category_id: number; test_id: number | null; recorded_at: string; origin: string; is_derived: boolean }

type PlaceValues = { user_id: number | Placeholder; test_package_id: number | Placeholder | null }
export const atPlace = ({ user_id, test_package_id }: PlaceValues): SQL =>
  and(
    eq(test_results.user_id, user_id),
    eq(test_results.type, numericType),
    test_package_id === null ? isNull(test_results.test_package_id) : eq(test_results.test_package_id, test_package_id),
  )!

/** `atPlace` for a prepared query, which is executed with the fields of a `ResultPlace`. */
export const atGivenPlace = (isInPackage: boolean): SQL =>
  atPlace({ user_id: sql.placeholder('user_id'), test_package_id: isInPackage ? sql.placeholder('test_package_id') : null })

/** Upserts judged results by category and time. Returns their ids. */
export const writeResults = async (scope: PatientScope, { user_id, test_package_id }: ResultPlace, results: readonly NewResult[]): Promise<number[]> => {
  if (!results.length) return []
  const { rows } = await scope.db.execute<{ id: number }>(sql`
    insert into ${scope.target(test_results)} (user_id, test_package_id, category_id, test_id, recorded_at, type, origin, value, status, range_id, is_serious, is_derived, entered_value, entered_unit, comparator)
    select ${user_id}, ${test_package_id}, category_id, test_id, recorded_at, ${numericType}, origin, value, status, range_id, is_serious, is_derived, entered_value, entered_unit, comparator
    from json_to_recordset(${JSON.stringify(results)}::json) as r (category_id bigint, test_id bigint, recorded_at timestamptz(3), origin text, value double precision,
      status smallint, range_id bigint, is_serious boolean, is_derived boolean, entered_value double precision, entered_unit text, comparator text)
    on conflict (user_id, category_id, recorded_at, test_package_id) where type = 0 do update set
      test_id = coalesce(excluded.test_id, test_results.test_id), origin = excluded.origin, value = excluded.value, status = excluded.status, range_id = excluded.range_id,
      is_serious = excluded.is_serious, is_derived = excluded.is_derived, entered_value = excluded.entered_value, entered_unit = excluded.entered_unit, comparator = excluded.comparator,
      is_judged = true, updated_at = now()
    returning id`)
  return rows.map(({ id }) => Number(id))
}

type ExistingResult = {
  id: number
  category_id: number
  recorded_at: string
  value: number | null
  comparator: Comparator | null
  is_derived: boolean
  is_serious: boolean
  origin: string
}

const categoryDayOf = ({ category_id, recorded_at }: Pick<ExistingResult, 'category_id' | 'recorded_at'>) => `${category_id} ${tokyoDay(recorded_at)}`

/**
 * Derived values of one moment that are new or changed, and the ids of those to remove. In a checkup, a category that was measured at any time of the day
 * is not derived.
 */
const deriveAt = (
  recorded_at: string,
  existing: readonly ExistingResult[],
  measuredOnDay: ReadonlySet<string>,
  { byName }: Judging,
  { sex, birthday }: SexAndBirthday,
) => {
  const resultByCategory = new Map(existing.map((row) => [row.category_id, row]))
  const measured = (name: string) => {
    const source = resultByCategory.get(byName.get(name)?.id ?? 0)
    // nothing can be calculated from a value that is only known to be beyond a limit
    return source && !source.is_derived && !source.comparator ? (source.value ?? undefined) : undefined
  }
  const age = birthday === null ? null : ageOn(birthday, tokyoDay(recorded_at))
  const newResults: NewResult[] = []
  const removedIds: number[] = []
  for (const derivation of derivations) {
    const category = byName.get(derivation.name) as JudgedCategory | undefined
    const previous = category && resultByCategory.get(category.id)
    if (!category || (previous && !previous.is_derived)) continue
    const value = measuredOnDay.has(categoryDayOf({ category_id: category.id, recorded_at }))
      ? undefined
      : derivedValue(derivation, measured, { sex, age }, category)
    if (value === undefined) {
      if (previous) removedIds.push(previous.id)
    } else if (previous?.value !== value) {
      const origin = existing.find(({ category_id }) => category_id === byName.get(derivation.from[0]!)?.id)?.origin ?? ''
      const verdict = verdictOn(category, category.versions, { sex, birthday }, { value, recorded_at })
      newResults.push({
        category_id: category.id,
        test_id: null,
        recorded_at,
        origin,
        value,
        comparator: null,
        entered_value: null,
        entered_unit: null,
        is_derived: true,
        ...verdict,
      })
    }
  }
  return { newResults, removedIds }
}

/** Results of these categories and moments; in a checkup, of the moments' Tokyo days. */
const resultsAround = patientQuery(({ db, rows }, isInPackage: boolean) => {
  const { id, category_id, recorded_at, value, comparator, is_derived, is_serious, origin } = test_results
  return db
    .select({ id, category_id, recorded_at, value, comparator, is_derived, is_serious, origin })
    .from(rows(test_results))
    .where(
      and(
        atGivenPlace(isInPackage),
        isAnyOf(test_results.category_id, 'category_ids'),
        isInPackage
          ? sql`(${test_results.recorded_at} at time zone 'Asia/Tokyo')::date = any(${sql.placeholder('days')}::date[])`
          : sql`${test_results.recorded_at} = any(${sql.placeholder('instants')}::timestamptz[])`,
      ),
    )
})

type Context = { place: ResultPlace; person: SexAndBirthday; judging: Judging }

/**
 * Computes the changes of the derived results of these moments (in a checkup, of their Tokyo days) from the stored results and `added`, which are not stored
 * yet. `critical`: the new results that are critical and were not before.
 */
const planDerived = async (scope: PatientScope, { place, person, judging }: Context, instants: readonly string[], added: readonly NewResult[] = []) => {
  const names = derivations.flatMap(({ name, from }) => [name, ...from])
  const categoryIds = new Set([...names.flatMap((name) => judging.byName.get(name)?.id ?? []), ...pepsinogenIds(judging)])
  const days = [...new Set(instants.map(tokyoDay))]
  const stored = await resultsAround(scope, place.test_package_id !== null).execute({ ...place, category_ids: [...categoryIds], instants, days })
  const isReplaced = (row: ExistingResult) => added.some(({ category_id, recorded_at }) => category_id === row.category_id && recorded_at === row.recorded_at)
  const existing: ExistingResult[] = [...stored.filter((row) => !isReplaced(row)), ...added.map((result) => ({ ...result, id: 0 }))]
  const byMoment = Map.groupBy(existing, (row) => row.recorded_at)
  const measuredOnDay = new Set(place.test_package_id === null ? [] : existing.filter((row) => !row.is_derived).map(categoryDayOf))
  const changes = [...byMoment].map(([instant, results]) => deriveAt(instant, results, measuredOnDay, judging, person))
  const newResults = changes.flatMap((change) => change.newResults)
  const previousOf = ({ recorded_at, category_id }: NewResult) => (byMoment.get(recorded_at) ?? []).filter((row) => row.category_id === category_id)
  const critical = newResults.filter((result) => result.is_serious && !previousOf(result).some(({ is_serious }) => is_serious))
  return { existing, newResults, removedIds: changes.flatMap((change) => change.removedIds), critical, previousOf }
}

/** Ids of the categories from which a derived category is calculated. */
const inputIdsOf = ({ byId, byName }: Judging, category_id: number): number[] => {
  const derivation = derivations.find(({ name }) => name === byId.get(category_id)?.name)
  return (derivation?.from ?? []).flatMap((name) => byName.get(name)?.id ?? [])
}

/** The results among `added` that would make a derived value critical. */
export const criticalInputs = async (scope: PatientScope, context: Context, added: readonly NewResult[]): Promise<NewResult[]> => {
  if (!added.length) return []
  const { critical } = await planDerived(scope, context, [...new Set(added.map(({ recorded_at }) => recorded_at))], added)
  return critical.flatMap((result) => {
    const inputIds = inputIdsOf(context.judging, result.category_id)
    return added.filter(({ category_id, recorded_at }) => recorded_at === result.recorded_at && inputIds.includes(category_id))
  })
}

type Derive = Context & { moments: Iterable<string>; needsPhoneCall: boolean }

/**
 * Updates the derived results of these moments (in a checkup, of their Tokyo days) from their inputs, and judges what depends on more than its own value:
 * pepsinogen in pairs, lipids under treatment. Measured values are never changed. `needsPhoneCall`: the checkup is released and nobody has phoned the patient
 * about the new values. Then derived values that become critical are left out or removed, until they are derived again by `deriveWithheld`. Returns the ids
 * of the categories of these values and of the categories from which they are calculated.
 */
export const derive = async (scope: PatientScope, { moments, needsPhoneCall, ...context }: Derive): Promise<number[]> => {
  const { place, judging } = context
  const instants = [...new Set(moments)]
  if (!instants.length) return []
  const { existing, newResults, removedIds, critical, previousOf } = await planDerived(scope, context, instants)
  const withheld = needsPhoneCall ? critical : []
  removedIds.push(...withheld.flatMap(previousOf).map(({ id }) => id))
  if (removedIds.length) await scope.delete(test_results).where(and(atPlace(place), inArray(test_results.id, removedIds), eq(test_results.is_derived, true)))
  await writeResults(
    scope,
    place,
    newResults.filter((result) => !withheld.includes(result)),
  )
  const pepsinogen = pepsinogenIds(judging)
  await judgePepsinogen(
    scope,
    judging,
    existing.filter(({ category_id }) => pepsinogen.includes(category_id)).map(({ id }) => id),
  )
  // also those derived at other times of these days
  const judged = [...new Set([...instants, ...newResults.map(({ recorded_at }) => recorded_at)])]
  await judgeTreatedLipids(scope, judging, sql`r.user_id = ${place.user_id} and r.recorded_at = any(${sql.param(judged)}::timestamptz[])`)
  return withheld.flatMap(({ category_id }) => [category_id, ...inputIdsOf(judging, category_id)])
}

/**
 * `derive` where nobody entered a value, such as after a correction of the sex. If a derived value of a released checkup becomes critical, the release is
 * withdrawn: the value is stored and the checkup waits for its release again, on the board and in the queue, where staff must phone the patient first.
 */
export const deriveOrWithdraw = async (
  scope: PatientScope,
  { moments, is_released, ...context }: Omit<Derive, 'needsPhoneCall'> & { is_released: boolean },
) => {
  const { test_package_id } = context.place
  if (is_released && test_package_id !== null) {
    const { critical } = await planDerived(scope, context, [...new Set(moments)])
    if (critical.length) await hidePackage(scope, test_package_id)
  }
  await derive(scope, { ...context, moments, needsPhoneCall: false })
}

const momentsOfPackage = patientQuery(({ db, rows }) =>
  db
    .selectDistinct({ recorded_at: test_results.recorded_at })
    .from(rows(test_results))
    .where(and(atGivenPlace(true), eq(test_results.is_derived, false))),
)

/**
 * Stores the derived values that were left out of a released checkup. Call it when staff have phoned the patient about them, and when the release is
 * withdrawn, with the patient locked: what results are judged by, such as medicines, must not change meanwhile.
 */
export const deriveWithheld = async (scope: PatientScope, place: { user_id: number; test_package_id: number }): Promise<void> => {
  const moments = (await momentsOfPackage(scope).execute(place)).map(({ recorded_at }) => recorded_at)
  const context = { place, person: await sexAndBirthdayOf(scope.db, place.user_id), judging: await readJudging(scope.db) }
  await derive(scope, { ...context, moments, needsPhoneCall: false })
}
