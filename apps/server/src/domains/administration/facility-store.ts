import type { FacilityDocument, FacilityInput, listAllFacilities } from '@sukoyaka/wire/boards/admin/facility'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import { normalizeText } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { pageOf } from '../../database/page.ts'
import { conditionOf, equalTo, filtersOf, preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { test_categories } from '../checkup/tables.ts'
import { facilitySearch } from '../facility/search.ts'
import {
  facilities,
  facility_course_options,
  facility_courses,
  facility_options,
  facility_reservation_forbidden_rules as facility_rules,
  facility_start_times,
} from '../facility/tables.ts'
import { assertValidFacility } from './facility-validation.ts'
import { nameContains, nameWords, orderOf } from './list-store.ts'
import { precautionColumns, readTexts } from './precaution-texts.ts'
import { namesToEdit, namesToStore } from './translations.ts'

const countOf = (table: typeof facility_courses | typeof facility_options) =>
  sql<number>`(select count(*)::int from ${table} where ${table.facility_id} = facilities.id)`
const sorts = { sort_number: facilities.sort_number, name_ja: facilities.name_kana, updated_at: facilities.updated_at }

const conditions = { ...equalTo({ visible: facilities.visible }), typed: nameContains(facilities.name_search) }
const pagesOfFacilities = preparedQuery((db, given: string, sort: string) =>
  db
    .select({
      id: facilities.id,
      name_ja: facilities.name_ja,
      access_text_ja: facilities.access_text_ja,
      phone_number: facilities.phone_number,
      course_count: countOf(facility_courses),
      option_count: countOf(facility_options),
      visible: facilities.visible,
      sort_number: facilities.sort_number,
      updated_at: facilities.updated_at,
      total_count: sql<number>`(count(*) over ())::int`,
    })
    .from(facilities)
    .where(conditionOf(conditions, given))
    .orderBy(...orderOf(sorts, facilities.id, sort))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
export const allFacilities = (db: Db, { q, sort = 'sort_number', visible, page = 1 }: Input<typeof listAllFacilities>) => {
  const values = { visible, ...nameWords(q) }
  return pageOf(page, (limits) => pagesOfFacilities(db, filtersOf(values), sort).execute({ ...values, ...limits }))
}

const facilityById = preparedQuery((db) =>
  db
    .select()
    .from(facilities)
    .where(eq(facilities.id, sql.placeholder('id'))),
)
const lockedFacility = preparedQuery((db) =>
  db
    .select({ updated_at: facilities.updated_at })
    .from(facilities)
    .where(eq(facilities.id, sql.placeholder('id')))
    .for('update'),
)
const coursesOfFacility = preparedQuery((db) =>
  db
    .select()
    .from(facility_courses)
    .where(eq(facility_courses.facility_id, sql.placeholder('id')))
    .orderBy(asc(facility_courses.sort_number), asc(facility_courses.id)),
)
const optionsOfFacility = preparedQuery((db) =>
  db
    .select()
    .from(facility_options)
    .where(eq(facility_options.facility_id, sql.placeholder('id')))
    .orderBy(asc(facility_options.sort_number), asc(facility_options.id)),
)
const linksOfFacility = preparedQuery((db) =>
  db
    .select({ course_id: facility_course_options.course_id, option_name: facility_options.name })
    .from(facility_course_options)
    .innerJoin(facility_options, eq(facility_options.id, facility_course_options.option_id))
    .where(eq(facility_options.facility_id, sql.placeholder('id')))
    .orderBy(asc(facility_options.sort_number), asc(facility_options.id)),
)
const startsOfFacility = preparedQuery((db) =>
  db
    .select({ weekday: facility_start_times.weekday, time: facility_start_times.time, capacity: facility_start_times.capacity })
    .from(facility_start_times)
    .where(eq(facility_start_times.facility_id, sql.placeholder('id')))
    .orderBy(asc(facility_start_times.weekday), asc(facility_start_times.time)),
)
const rulesOfFacility = preparedQuery((db) =>
  db
    .select()
    .from(facility_rules)
    .where(eq(facility_rules.facility_id, sql.placeholder('id')))
    .orderBy(asc(facility_rules.place)),
)

type Offered = typeof facility_options.$inferSelect
/** The part of the document that courses and options have in common. */
const offeredOf = ({ name, name_ja, name_en, name_kr, price, lead_days, lead_is_business, test_category_names, ...texts }: Offered) => ({
  ...namesToEdit({ name_ja, name_en, name_kr }),
  ...{ name, price, lead_days, lead_is_business, test_category_names },
  ...readTexts(texts),
})
/** Everything that an administrator edits of a facility. Throws 404. */
export const facilityDocument = async (db: Db, id: number): Promise<FacilityDocument> => {
  const [found] = await facilityById(db).execute({ id })
  if (!found) throw apiError('not_found')
  const { name: _, name_search: __, is_edited: ___, ...facility } = found
  const options = await optionsOfFacility(db).execute({ id })
  const links = await linksOfFacility(db).execute({ id })
  return {
    ...facility,
    ...namesToEdit(facility),
    options: options.map(offeredOf),
    courses: (await coursesOfFacility(db).execute({ id })).map(({ id: course_id, kind, ...course }) => ({
      ...offeredOf({ id: course_id, ...course }),
      kind,
      option_names: links.filter((link) => link.course_id === course_id).map(({ option_name }) => option_name),
    })),
    start_times: await startsOfFacility(db).execute({ id }),
    rules: (await rulesOfFacility(db).execute({ id })).map(({ id: _, facility_id: __, place: ___, ...rule }) => rule),
  }
}

const columnsOf = (input: FacilityInput) => {
  const texts = {
    ...namesToStore(input),
    name_kana: normalizeText(input.name_kana),
    phone_number: normalizeText(input.phone_number.normalize('NFKC')),
    access_text_ja: normalizeText(input.access_text_ja),
    access_text_en: normalizeText(input.access_text_en),
    additional_information_ja: normalizeText(input.additional_information_ja),
    additional_information_en: normalizeText(input.additional_information_en),
  }
  const { visible, sort_number, address, access_url, map_url, hours } = input
  return { ...texts, visible, sort_number, address, access_url, map_url, hours, is_edited: true, name_search: facilitySearch(texts) }
}

const offeredColumns = (facility_id: number, input: FacilityInput['options'][number], sort_number: number) => ({
  ...namesToStore(input),
  ...precautionColumns(input),
  ...{ facility_id, name: input.name, price: input.price, lead_days: input.lead_days, lead_is_business: input.lead_is_business },
  ...{ test_category_names: [...new Set(input.test_category_names)], sort_number },
})

/**
 * Inserts and updates courses or options by name and deletes the others of the facility. Returns the ids by name. Throws 422 for a name of another
 * facility.
 */
const replaceOffered = async <T extends typeof facility_courses | typeof facility_options>(
  db: Db,
  table: T,
  facility_id: number,
  rows: readonly (ReturnType<typeof offeredColumns> & Partial<T['$inferInsert']>)[],
) => {
  const offered = table as typeof facility_courses
  const names = rows.map(({ name }) => name)
  await db.delete(offered).where(and(eq(offered.facility_id, facility_id), names.length ? notInArray(offered.name, names) : undefined))
  const ids = new Map<string, number>()
  for (const row of rows as readonly (typeof facility_courses.$inferInsert)[]) {
    const [saved] = await db
      .insert(offered)
      .values(row)
      .onConflictDoUpdate({ target: offered.name, set: row, setWhere: eq(offered.facility_id, facility_id) })
      .returning({ id: offered.id })
    if (!saved) throw apiError('invalid', { fields: { [table === facility_options ? 'options' : 'courses']: ['taken'] } })
    ids.set(row.name, saved.id)
  }
  return ids
}

const replaceParts = async (db: Db, facility_id: number, { courses, options, start_times, rules }: FacilityInput) => {
  const optionIds = await replaceOffered(
    db,
    facility_options,
    facility_id,
    options.map((option, at) => offeredColumns(facility_id, option, at)),
  )
  const courseIds = await replaceOffered(
    db,
    facility_courses,
    facility_id,
    courses.map((course, at) => ({ ...offeredColumns(facility_id, course, at), kind: course.kind })),
  )
  const links = courses.flatMap(({ name, option_names }) =>
    [...new Set(option_names)].map((option) => ({ course_id: courseIds.get(name)!, option_id: optionIds.get(option)! })),
  )
  await db
    .delete(facility_course_options)
    .where(
      sql`${facility_course_options.course_id} in (select ${facility_courses.id} from ${facility_courses} where ${facility_courses.facility_id} = ${facility_id})`,
    )
  if (links.length) await db.insert(facility_course_options).values(links)
  await db.delete(facility_start_times).where(eq(facility_start_times.facility_id, facility_id))
  if (start_times.length) await db.insert(facility_start_times).values(start_times.map((start) => ({ facility_id, ...start })))
  await db.delete(facility_rules).where(eq(facility_rules.facility_id, facility_id))
  if (rules.length) await db.insert(facility_rules).values(rules.map((rule, place) => ({ facility_id, place, ...rule })))
}

const categoryNames = preparedQuery((db) => db.select({ name: test_categories.name }).from(test_categories))
const knownCategories = async (db: Db) => new Set((await categoryNames(db).execute()).map(({ name }) => name))

/** Adds a facility. `code` becomes its `name`, the unique key. Throws 422 for invalid fields. */
export const insertFacility = async (db: Db, input: FacilityInput, code: string): Promise<FacilityDocument> => {
  assertValidFacility(input, await knownCategories(db))
  const [added] = await db
    .insert(facilities)
    .values({ name: code, ...columnsOf(input) })
    .returning({ id: facilities.id })
  await replaceParts(db, added!.id, input)
  return facilityDocument(db, added!.id)
}

/** Replaces a facility. Throws 404, 409 if it was saved since `updated_at`, and 422 for invalid fields. */
export const updateFacility = async (db: Db, id: number, { updated_at, ...input }: FacilityInput & { updated_at: string }): Promise<FacilityDocument> => {
  const [existing] = await lockedFacility(db).execute({ id })
  if (!existing) throw apiError('not_found')
  assertUnchanged(existing, updated_at)
  assertValidFacility(input, await knownCategories(db))
  await db
    .update(facilities)
    .set({ ...columnsOf(input), updated_at: later(facilities.updated_at) })
    .where(eq(facilities.id, id))
  await replaceParts(db, id, input)
  return facilityDocument(db, id)
}
