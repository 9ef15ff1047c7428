import { addDays, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { addReferenceRange, changeReferenceRange } from '@sukoyaka/wire/boards/admin/reference-range'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import type { Bands } from '@sukoyaka/wire/record/checkup'
import { and, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid, normalizeText } from '../../access/rows.ts'
import { type Db, errorCodeOf } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { fieldError } from '../../errors/api-error.ts'
import { numericType } from '../checkup/judging-store.ts'
import { reference_ranges, result_categories, test_results } from '../checkup/tables.ts'
import { catalogueStore } from './catalogue-store.ts'

type RangeRow = Reply<typeof addReferenceRange>
type RangeInput = Input<typeof addReferenceRange>
type Stored = typeof reference_ranges.$inferSelect

const ofCategory = (column: string) => sql`(select ${sql.raw(column)} from ${result_categories} c where c.id = reference_ranges.category_id)`
const state = sql<
  RangeRow['state']
>`case when ${reference_ranges.valid_from} > now() then 'future' when ${reference_ranges.retired_at} <= now() then 'ended' else 'current' end`

const fromDay = (instant: string | null) => (instant === null ? null : tokyoDay(new Date(instant)))
/** The day that ends at this instant or contains it: a range that ended during a day names that day. */
const untilDay = (instant: string | null) => (instant === null ? null : tokyoDay(new Date(Date.parse(instant) - 1)))

const store = catalogueStore({
  table: reference_ranges,
  extra: { category_name: ofCategory('c.name_ja'), unit: ofCategory("coalesce(nullif(c.unit_display, ''), c.unit)"), state },
  search: ofCategory("lower(c.name_ja || ' ' || c.name_en || ' ' || c.name_kr || ' ' || c.name)"),
  filters: { state, sex: reference_ranges.sex, category_id: reference_ranges.category_id },
  sorts: { category_name: ofCategory('c.sort_number'), valid_from: reference_ranges.valid_from, updated_at: reference_ranges.updated_at },
  sort: 'category_name',
  rowOf: ({ healthy, unhealthy, warning: _, valid_from, retired_at, category_name, unit, state: validity, ...row }): RangeRow => ({
    ...row,
    category_name: String(category_name),
    unit: String(unit),
    // one of the values of the SQL expression `state`
    state: validity as RangeRow['state'],
    unhealthy_below: unhealthy.below,
    healthy_min: healthy.min,
    healthy_max: healthy.max,
    unhealthy_above: unhealthy.above,
    valid_from: fromDay(valid_from),
    valid_until: untilDay(retired_at),
  }),
})

export const allRanges = store.list
export const rangeOf = store.read

type Limits = Pick<RangeInput, 'unhealthy_below' | 'healthy_min' | 'healthy_max' | 'unhealthy_above'>

/** The values between the healthy band and the unhealthy ones are warnings. */
const bandsOf = ({ unhealthy_below: below, healthy_min: min, healthy_max: max, unhealthy_above: above }: Limits): Bands => ({
  healthy: { min, max },
  warning: [...(min !== null && min !== below ? [{ min: below, max: min }] : []), ...(max !== null && max !== above ? [{ min: max, max: above }] : [])],
  unhealthy: { below, above },
})

const isAbove = (value: number | null, limit: number | null) => value !== null && limit !== null && value > limit

const assertConsistent = ({ unhealthy_below, healthy_min, healthy_max, unhealthy_above, ...input }: RangeInput) =>
  assertValid({
    // an unhealthy limit needs a healthy limit on its side: warnings lie between the two
    healthy_min:
      healthy_min === null ? (unhealthy_below !== null || healthy_max === null) && 'required' : isAbove(unhealthy_below, healthy_min) && 'out_of_order',
    healthy_max: healthy_max === null ? unhealthy_above !== null && 'required' : healthy_min !== null && healthy_min >= healthy_max && 'out_of_order',
    unhealthy_above: isAbove(healthy_max, unhealthy_above) && 'out_of_order',
    age_max: isAbove(input.age_min, input.age_max) && 'out_of_order',
    valid_until: input.valid_from !== null && input.valid_until !== null && input.valid_until < input.valid_from && 'before_started_on',
    source: !normalizeText(input.source) && 'required',
  })

/** A day that was not changed keeps its instant, which may be within the day. */
const instantsOf = ({ valid_from, valid_until }: RangeInput, existing?: Stored) => ({
  valid_from:
    existing && fromDay(existing.valid_from) === valid_from ? existing.valid_from : valid_from === null ? null : tokyoStartOfDay(valid_from).toISOString(),
  retired_at:
    existing && untilDay(existing.retired_at) === valid_until
      ? existing.retired_at
      : valid_until === null
        ? null
        : tokyoStartOfDay(addDays(valid_until, 1)).toISOString(),
})

const columnsOf = (input: RangeInput, existing?: Stored) => {
  const { category_id, sex, age_min, age_max, source } = input
  assertConsistent(input)
  return { category_id, sex, age_min, age_max, source: normalizeText(source), ...bandsOf(input), ...instantsOf(input, existing) }
}

/** Throws 422 for an overlap. The exclusion constraint of the table decides, so that two calls at the same time cannot both be stored. */
const rejectOverlap = <T>(query: Promise<T>): Promise<T> =>
  query.catch((error) => {
    throw errorCodeOf(error) === '23P01' ? fieldError('valid_from', 'overlaps') : error
  })

const numericCategory = preparedQuery((db) =>
  db
    .select({ id: result_categories.id })
    .from(result_categories)
    .where(and(eq(result_categories.id, sql.placeholder('id')), eq(result_categories.type, numericType))),
)

/** Throws 422 for invalid fields, a range that overlaps with another one of its category, or a category that is not numeric. */
export const insertRange = async (db: Db, input: RangeInput): Promise<RangeRow> => {
  const columns = columnsOf(input)
  const [category] = await numericCategory(db).execute({ id: input.category_id })
  assertValid({ category_id: !category && 'not_allowed' })
  return rejectOverlap(store.insert(db, columns))
}

const resultOfRange = patientQuery(({ db, rows }) =>
  db
    .select({ isUsed: sql<boolean>`true` })
    .from(rows(test_results))
    .where(eq(test_results.range_id, sql.placeholder('range_id')))
    .limit(1),
)

const limitNames = ['unhealthy_below', 'healthy_min', 'healthy_max', 'unhealthy_above'] as const

/**
 * Throws 404, 409 if it was saved since `updated_at`, and 422 as `insertRange` does, if the category changes, or if limits, sex or ages change after results
 * were judged by the range: these results show the range.
 */
export const updateRange = async (scope: PatientScope, { id, updated_at, ...input }: Input<typeof changeReferenceRange>): Promise<RangeRow> => {
  const existing = await store.lock(scope.db, id, { updated_at })
  const columns = columnsOf(input, existing)
  const before = { ...existing, ...(await rangeOf(scope.db, id)) }
  const changed = ([...limitNames, 'sex', 'age_min', 'age_max'] as const).filter((name) => input[name] !== before[name])
  const isUsed = changed.length > 0 && (await resultOfRange(scope).execute({ range_id: id })).length > 0
  assertValid({
    category_id: input.category_id !== existing.category_id && 'not_allowed',
    ...(isUsed && Object.fromEntries(changed.map((name) => [name, 'in_use' as const]))),
  })
  return rejectOverlap(store.update(scope.db, id, columns))
}
