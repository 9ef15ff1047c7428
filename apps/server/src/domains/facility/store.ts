import type { Language } from '@sukoyaka/phrases/language'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { Facility, listFacilities } from '@sukoyaka/wire/people/facility'
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { localName } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { holidaysFrom } from './holidays.ts'
import {
  facilities,
  facility_course_options,
  facility_courses,
  facility_options,
  facility_reservation_forbidden_rules,
  facility_start_times,
} from './tables.ts'

type Part = NonNullable<Input<typeof listFacilities>['include']>[number]
const allParts: readonly Part[] = ['courses', 'options', 'hours', 'start_times']

/** Texts exist in Japanese and English; Korean readers get the Japanese ones. */
const textLanguage = (language: Language) => (language === 'en' ? 'en' : 'ja')

/** Columns of a facility that a booking or interview shows, also of a delisted one. */
const facilityColumns = (language: Language) => {
  const isEnglish = textLanguage(language) === 'en'
  return {
    id: facilities.id,
    name: facilities.name,
    name_ja: facilities.name_ja,
    display_name: localName(facilities, language),
    access_text: isEnglish ? sql<string>`coalesce(nullif(${facilities.access_text_en}, ''), ${facilities.access_text_ja})` : facilities.access_text_ja,
    map_url: facilities.map_url,
    phone_number: facilities.phone_number,
  }
}

const shownWithIds = preparedQuery((db, language: Language) => db.select(facilityColumns(language)).from(facilities).where(isAnyOf(facilities.id)))

export const facilitiesShown = async (db: Db, ids: readonly number[], language: Language) => {
  if (!ids.length) return new Map<number, never>()
  const found = await shownWithIds(db, language).execute({ ids: [...new Set(ids)] })
  return new Map(found.map((row) => [row.id, row]))
}

const offeredColumns = (table: typeof facility_courses | typeof facility_options, language: Language) => ({
  display_name: localName(table, language),
  precautions: sql<string>`${textLanguage(language) === 'en' ? table.precautions_en : table.precautions_ja}`,
})

const listedFacilities = preparedQuery((db, language: Language, isSingle: boolean) =>
  db
    .select({ ...getTableColumns(facilities), ...facilityColumns(language) })
    .from(facilities)
    .where(and(isSingle ? eq(facilities.id, sql.placeholder('id')) : undefined, eq(facilities.visible, true)))
    .orderBy(asc(facilities.sort_number), asc(facilities.id))
    .limit(1000),
)

const coursesOf = preparedQuery((db, language: Language) =>
  db
    .select({
      ...getTableColumns(facility_courses),
      ...offeredColumns(facility_courses, language),
      option_ids: sql<number[]>`coalesce((
        select array_agg(o.id::float8 order by o.sort_number, o.id) from ${facility_course_options} c join ${facility_options} o on o.id = c.option_id
        where c.course_id = facility_courses.id), '{}')`,
    })
    .from(facility_courses)
    .where(isAnyOf(facility_courses.facility_id))
    .orderBy(asc(facility_courses.sort_number), asc(facility_courses.id)),
)

const optionsOf = preparedQuery((db, language: Language) =>
  db
    .select({ ...getTableColumns(facility_options), ...offeredColumns(facility_options, language) })
    .from(facility_options)
    .where(isAnyOf(facility_options.facility_id))
    .orderBy(asc(facility_options.sort_number), asc(facility_options.id)),
)

const startTimesOf = preparedQuery((db) =>
  db
    .select()
    .from(facility_start_times)
    .where(isAnyOf(facility_start_times.facility_id))
    .orderBy(asc(facility_start_times.weekday), asc(facility_start_times.time)),
)

/** Listed facilities with these parts; all of them, or the one with this id. */
const find = async (db: Db, parts: readonly Part[], language: Language, id?: number): Promise<Facility[]> => {
  const rows = await listedFacilities(db, language, id !== undefined).execute({ id })
  if (!rows.length) return []
  const ids = rows.map(({ id }) => id)
  const isIncluded = (part: Part) => parts.includes(part)
  const courses = isIncluded('courses') ? await coursesOf(db, language).execute({ ids }) : []
  const options = isIncluded('options') ? await optionsOf(db, language).execute({ ids }) : []
  const starts = isIncluded('start_times') ? await startTimesOf(db).execute({ ids }) : []
  return rows.map(({ hours, ...row }) => ({
    ...row,
    ...(language === 'en' && row.additional_information_en
      ? { additional_information: row.additional_information_en, text_language: 'en' as const }
      : { additional_information: row.additional_information_ja, text_language: 'ja' as const }),
    ...(isIncluded('courses') && { courses: courses.filter(({ facility_id }) => facility_id === row.id) }),
    ...(isIncluded('options') && { options: options.filter(({ facility_id }) => facility_id === row.id) }),
    ...(isIncluded('hours') && { hours }),
    ...(isIncluded('start_times') && { start_times: starts.filter(({ facility_id }) => facility_id === row.id) }),
  }))
}

export const facilitiesOf = (db: Db, { include = [] }: Input<typeof listFacilities>, language: Language) => find(db, include, language)

export const facilityOf = async (db: Db, id: number, language: Language): Promise<Facility> => {
  const [found] = await find(db, allParts, language, id)
  if (!found) throw apiError('not_found')
  return found
}

const rulesOfFacilities = preparedQuery((db) =>
  db
    .select()
    .from(facility_reservation_forbidden_rules)
    .where(isAnyOf(facility_reservation_forbidden_rules.facility_id))
    .orderBy(asc(facility_reservation_forbidden_rules.facility_id), asc(facility_reservation_forbidden_rules.place)),
)

export const rulesOf = (db: Db, facility_ids: readonly number[]) =>
  facility_ids.length ? rulesOfFacilities(db).execute({ ids: [...new Set(facility_ids)] }) : Promise.resolve([])

const listedFacility = preparedQuery((db) =>
  db
    .select({ id: facilities.id, name_ja: facilities.name_ja })
    .from(facilities)
    .where(and(eq(facilities.id, sql.placeholder('id')), eq(facilities.visible, true))),
)

/** Undefined for an unknown or delisted facility. */
export const findListed = async (db: Db, id: number) => (await listedFacility(db).execute({ id }))[0]

/** Throws 404 for an unknown or delisted facility. */
export const assertVisible = async (db: Db, facility_id: number): Promise<void> => {
  const found = await findListed(db, facility_id)
  if (!found) throw apiError('not_found')
}

export const rulesToRead = async (db: Db, facility_id: number, now: Date, language: Language) => {
  await assertVisible(db, facility_id)
  return { items: await rulesOf(db, [facility_id]), holidays: holidaysFrom(Number(tokyoDay(now).slice(0, 4)), language) }
}
