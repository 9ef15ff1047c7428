import type { Language } from '@sukoyaka/phrases/kit'
import { rangeFor, statusOf } from '@sukoyaka/rules/checkup'
import { ageOn } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import { type listReferenceRanges, type listTestPackageResults, type listTestResults, testPackageStatus } from '@sukoyaka/wire/checkup'
import type { Input } from '@sukoyaka/wire/kit'
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Reach, touch, within, withinOwn } from '../access/gate.ts'
import { mustReach } from '../access/patients.ts'
import { users } from '../account/tables.ts'
import { localName } from '../kit/columns.ts'
import { builtOnce, type Db } from '../kit/db.ts'
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

const judgedPerson = builtOnce((db) =>
  db
    .select({ sex: users.sex, birthday: users.birthday })
    .from(users)
    .where(eq(users.id, sql.placeholder('user_id')))
    .prepare('judged_person'),
)

const judgedOf = async (db: Db, reach: Reach, user_id: number): Promise<Judged> => {
  await mustReach(db, reach, user_id)
  const [found] = await judgedPerson(db).execute({ user_id })
  return found!
}

const rangesOfCategories = builtOnce((db) =>
  db
    .select()
    .from(reference_ranges)
    .where(sql`${reference_ranges.category_id} = any(${sql.placeholder('category_ids')})`)
    .prepare('ranges_of_categories'),
)

const rangesByCategory = async (db: Db, category_ids: number[]) => {
  const rows = await rangesOfCategories(db).execute({ category_ids })
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
  // of a checkup's hundred values all were taken at the same moment
  const ages = new Map<string, number>()
  const ageAt = (recorded_at: string, born: string) => {
    const age = ages.get(recorded_at) ?? ageOn(born, tokyoDay(recorded_at))
    ages.set(recorded_at, age)
    return age
  }
  return rows.map((row) => {
    const range = birthday && rangeFor(ranges.get(row.category_id) ?? [], sex, ageAt(row.recorded_at, birthday))
    const status = range ? statusOf(row.value, range) : undefined
    return { ...row, ...(status !== undefined && { status }) }
  })
}

const withCategories = async <R extends Row>(db: Db, rows: R[], include: readonly string[] | undefined, language: Language) => {
  if (!include?.includes('category')) return rows
  const catalogue = new Map((await numericCategories(db, language)).map((category) => [category.id, category]))
  return rows.map((row) => ({ ...row, category: catalogue.get(row.category_id)! }))
}

const { created_at, ...resultColumns } = getTableColumns(test_results)

const newestResults = builtOnce((db, isOwn: boolean, isNamed: boolean) => {
  const numbered = db
    .select({
      ...resultColumns,
      place: sql<number>`row_number() over (partition by ${test_results.category_id} order by ${test_results.recorded_at} desc, ${test_results.id} desc)`.as(
        'place',
      ),
    })
    .from(test_results)
    // whose packages they are is said too, or those of everybody would be read
    .leftJoin(test_packages, and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(
      and(
        eq(test_results.user_id, sql.placeholder('user_id')),
        withinOwn(isOwn, test_results.user_id),
        eq(test_results.type, numericType),
        isOwn ? or(isNull(test_results.test_package_id), isNotNull(test_packages.released_at)) : undefined,
        isNamed
          ? sql`${test_results.category_id} in (select ${result_categories.id} from ${result_categories} where ${result_categories.name} = any(${sql.placeholder('categories')}))`
          : undefined,
      ),
    )
    .as('numbered')
  const { place, ...columns } = numbered._.selectedFields
  return db
    .select(columns)
    .from(numbered)
    .where(sql`${numbered.place} <= ${sql.placeholder('count')}`)
    .orderBy(desc(numbered.recorded_at), desc(numbered.id))
    .limit(mostRows)
    .prepare(`newest_results_${isOwn}_${isNamed}`)
})

/** The newest `count` numeric results of each category, newest first. */
export const testResultsOf = async (db: Db, reach: Reach, { user_id, count = 10, categories, include }: Input<typeof listTestResults>, language: Language) => {
  const judged = await judgedOf(db, reach, user_id)
  const rows = await newestResults(db, reach.own !== undefined, Boolean(categories?.length)).execute({ user_id, count, categories, own: reach.own })
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
