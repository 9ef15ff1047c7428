import type { Language } from '@sukoyaka/phrases/kit'
import { rangeFor, statusOf } from '@sukoyaka/rules/checkup'
import { ageOn } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import { type listReferenceRanges, type listTestPackageResults, type listTestResults, testPackageStatus } from '@sukoyaka/wire/checkup'
import type { Input } from '@sukoyaka/wire/kit'
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Reach, touch, within } from '../access/gate.ts'
import { mustReach } from '../access/patients.ts'
import { users } from '../account/tables.ts'
import { localName } from '../kit/columns.ts'
import type { Db } from '../kit/db.ts'
import { refuse } from '../kit/refusal.ts'
import { reference_ranges, result_categories, test_categories, test_packages, test_results, tests } from './tables.ts'

export const numericType = 0
const mostRows = 1000

// no patient: the catalogue is everybody's
export const numericCategories = (db: Db, language: Language) =>
  db
    .select({ ...getTableColumns(result_categories), display_name: localName(result_categories, language) })
    .from(result_categories)
    .where(eq(result_categories.type, numericType))
    .orderBy(asc(result_categories.sort_number), asc(result_categories.id))

/** What judging takes to know about a person. Whoever of it is unknown leaves the status unknown. */
type Judged = { sex: 'male' | 'female' | null; birthday: string | null }

const judgedOf = async (db: Db, reach: Reach, user_id: number): Promise<Judged> => {
  await mustReach(db, reach, user_id)
  const [found] = await db.select({ sex: users.sex, birthday: users.birthday }).from(users).where(eq(users.id, user_id))
  return found!
}

const rangesByCategory = async (db: Db, category_ids: number[]) => {
  const rows = category_ids.length ? await db.select().from(reference_ranges).where(inArray(reference_ranges.category_id, category_ids)) : []
  return Map.groupBy(rows, (row) => row.category_id)
}

/** The ranges for this person today. */
export const referenceRangesOf = async (db: Db, reach: Reach, { user_id, category_names }: Input<typeof listReferenceRanges>, now: Date) => {
  const { sex, birthday } = await judgedOf(db, reach, user_id)
  const rows = await db
    .select({ ...getTableColumns(reference_ranges), category_name: result_categories.name })
    .from(reference_ranges)
    .innerJoin(result_categories, eq(result_categories.id, reference_ranges.category_id))
    .where(category_names?.length ? inArray(result_categories.name, category_names) : undefined)
    .orderBy(asc(result_categories.sort_number), asc(reference_ranges.id))
  if (!birthday) return []
  const age = ageOn(birthday, tokyoDay(now))
  return [...Map.groupBy(rows, (row) => row.category_id).values()].flatMap((ranges) => rangeFor(ranges, sex, age) ?? [])
}

/** Patients see a package, and what was measured at it, once it was released to them. */
const released = (reach: Reach): SQL | undefined => (reach.own === undefined ? undefined : isNotNull(test_packages.released_at))

export const testPackagesOf = async (db: Db, reach: Reach, user_id: number, language: Language) => {
  await mustReach(db, reach, user_id)
  // a package that is still being arranged holds no results, so its owner may see it before any release
  const visible = reach.own === undefined ? undefined : or(isNotNull(test_packages.released_at), sql`${test_packages.status} <> ${testPackageStatus.complete}`)
  const packages = await db
    .select()
    .from(test_packages)
    .where(and(eq(test_packages.user_id, user_id), within(reach, test_packages.user_id), visible))
    .orderBy(desc(test_packages.tested_at), desc(test_packages.id))
    .limit(mostRows)
  const rows = await db
    .select({
      id: tests.id,
      test_package_id: tests.test_package_id,
      category_id: tests.category_id,
      tested_at: tests.tested_at,
      kind: test_categories.group,
      name: test_categories.name,
      name_ja: test_categories.name_ja,
      display_name: localName(test_categories, language),
    })
    .from(tests)
    .innerJoin(test_categories, eq(test_categories.id, tests.category_id))
    .where(and(eq(tests.user_id, user_id), within(reach, tests.user_id)))
    .orderBy(asc(test_categories.sort_number))
  const testsOf = Map.groupBy(rows, (row) => row.test_package_id)
  return packages.map((p) => ({ ...p, tests: testsOf.get(p.id) ?? [] }))
}

type Row = Omit<typeof test_results.$inferSelect, 'value'> & { value: number }

const judge = async (db: Db, rows: Row[], { sex, birthday }: Judged) => {
  const ranges = await rangesByCategory(db, [...new Set(rows.map((row) => row.category_id))])
  return rows.map((row) => {
    const range = birthday && rangeFor(ranges.get(row.category_id) ?? [], sex, ageOn(birthday, tokyoDay(row.recorded_at)))
    const status = range ? statusOf(row.value, range) : undefined
    return { ...row, ...(status !== undefined && { status }) }
  })
}

const withCategories = async <R extends Row>(db: Db, rows: R[], include: readonly string[] | undefined, language: Language) => {
  if (!include?.includes('category')) return rows
  const catalogue = new Map((await numericCategories(db, language)).map((category) => [category.id, category]))
  return rows.map((row) => ({ ...row, category: catalogue.get(row.category_id)! }))
}

/** The newest `count` numeric results of each category, newest first. */
export const testResultsOf = async (db: Db, reach: Reach, { user_id, count = 10, categories, include }: Input<typeof listTestResults>, language: Language) => {
  const judged = await judgedOf(db, reach, user_id)
  const numbered = db
    .select({
      ...getTableColumns(test_results),
      place: sql<number>`row_number() over (partition by ${test_results.category_id} order by ${test_results.recorded_at} desc, ${test_results.id} desc)`.as(
        'place',
      ),
    })
    .from(test_results)
    .leftJoin(test_packages, eq(test_packages.id, test_results.test_package_id))
    .where(
      and(
        eq(test_results.user_id, user_id),
        within(reach, test_results.user_id),
        eq(test_results.type, numericType),
        reach.own === undefined ? undefined : or(isNull(test_results.test_package_id), released(reach)),
        categories?.length
          ? inArray(
              test_results.category_id,
              db.select({ id: result_categories.id }).from(result_categories).where(inArray(result_categories.name, categories)),
            )
          : undefined,
      ),
    )
    .as('numbered')
  const rows = await db.select().from(numbered).where(sql`${numbered.place} <= ${count}`).orderBy(desc(numbered.recorded_at), desc(numbered.id)).limit(mostRows)
  return withCategories(db, await judge(db, rows as Row[], judged), include, language)
}

export const packageResultsOf = async (db: Db, reach: Reach, { id, include }: Input<typeof listTestPackageResults>, language: Language) => {
  const [found] = await db
    .select({ user_id: test_packages.user_id })
    .from(test_packages)
    .where(and(eq(test_packages.id, id), within(reach, test_packages.user_id), released(reach)))
  if (!found) throw refuse('not_found')
  touch(reach, found.user_id)
  const judged = await judgedOf(db, reach, found.user_id)
  const rows = await db
    .select(getTableColumns(test_results))
    .from(test_results)
    .innerJoin(result_categories, eq(result_categories.id, test_results.category_id))
    .where(and(eq(test_results.test_package_id, id), within(reach, test_results.user_id), eq(test_results.type, numericType)))
    .orderBy(asc(result_categories.sort_number), asc(test_results.id))
    .limit(mostRows)
  return withCategories(db, await judge(db, rows as Row[], judged), include, language)
}
