import { and, eq, inArray, not, notInArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../database/db.ts'
import { facilitySearch } from '../domains/facility/search.ts'
import {
  facilities,
  facility_course_options,
  facility_courses,
  facility_options,
  facility_reservation_forbidden_rules,
  facility_start_times,
} from '../domains/facility/tables.ts'

type Kind = (typeof facility_courses.$inferInsert)['kind']
type Words = { text_ja: string; text_en: string }
// the types of the reference data files
type OfferedItem = {
  code: string
  name_ja: string
  name_en: string
  kind?: Kind
  price: number
  precautions: Words[]
  reservation_precaution: Words | null
  test_category_names: string[]
}
type Rule = { type: string; weekdays?: string[]; dates?: string[]; from?: string; to?: string; days?: number; is_business?: boolean; time?: string }
type Item = {
  code: string
  name_ja: string
  name_en: string
  name_kr: string
  zip: string
  prefecture_code: string
  city_ja: string
  street_ja: string
  access_text_ja: string
  access_text_en: string
  access_url: string
  map_url: string
  phone_number: string
  additional_information_ja: string
  additional_information_en: string
  visible: boolean
  sort_number: number
  courses: OfferedItem[]
  options: OfferedItem[]
  reservation_forbidden_rules: Rule[]
}
type LeadTime = { code: string; lead_days?: number; lead_is_business?: boolean; options?: string[] }
type FacilityDetails = {
  code: string
  name_kana: string
  hours: { weekday: number; opens: string; closes: string }[]
  start_times: { weekday: number; time: string; capacity: number }[]
  more_rules: Rule[]
  courses: LeadTime[]
  options: LeadTime[]
}
type Files = { facilities: string; details: string; prefectures: string }
type UpsertRows = (table: PgTable & { name: PgColumn }, rows: Record<string, unknown>[], kept?: readonly string[]) => Promise<void>

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const bodyOf = ({ precautions, reservation_precaution }: OfferedItem, language: 'text_ja' | 'text_en') =>
  JSON.stringify({
    precautions: precautions.map((precaution) => precaution[language]),
    ...(reservation_precaution && { reservation_precaution: reservation_precaution[language] }),
  })

const offeredRow = (facility_id: number, leadTime: LeadTime | undefined, item: OfferedItem, sort_number: number) => ({
  facility_id,
  name: item.code,
  name_ja: item.name_ja,
  name_en: item.name_en,
  // courses and options have no Korean names in the files
  name_kr: item.name_ja,
  ...(item.kind && { kind: item.kind }),
  price: item.price,
  precautions_ja: bodyOf(item, 'text_ja'),
  precautions_en: bodyOf(item, 'text_en'),
  lead_days: leadTime?.lead_days ?? null,
  lead_is_business: leadTime?.lead_is_business ?? false,
  test_category_names: item.test_category_names,
  sort_number,
})

const ruleRow = (facility_id: number, { type, ...rule }: Rule, position: number) =>
  ({
    facility_id,
    place: position,
    type,
    weekdays: (rule.weekdays ?? []).map((day) => weekdays.indexOf(day)),
    dates: rule.dates ?? [],
    from: rule.from ?? null,
    to: rule.to ?? null,
    days: rule.days ?? null,
    is_business: rule.is_business ?? false,
    time: rule.time ?? null,
  }) as typeof facility_reservation_forbidden_rules.$inferInsert

const itemsOf = <T>(text: string): T[] => JSON.parse(text).items

/**
 * Updates facilities, courses and options by code, because bookings and interviews reference their ids. Rules, start times and the options of a course are
 * replaced. A facility that an administrator edited is not changed. Unless `isShown`, new facilities are hidden, and the others stay as they are.
 */
export const loadFacilities = async (db: Db, upsertRows: UpsertRows, files: Files, isShown: boolean): Promise<void> => {
  const prefectures = new Map(itemsOf<{ code: string; name_ja: string }>(files.prefectures).map(({ code, name_ja }) => [code, name_ja]))
  const detailsByCode = new Map(itemsOf<FacilityDetails>(files.details).map((details) => [details.code, details]))
  const edited = new Set((await db.select({ name: facilities.name }).from(facilities).where(eq(facilities.is_edited, true))).map(({ name }) => name))
  const items = itemsOf<Item>(files.facilities).filter(({ code }) => !edited.has(code))
  await upsertRows(
    facilities,
    items.map(({ code, zip, prefecture_code, city_ja, street_ja, courses: _, options: __, reservation_forbidden_rules: ___, ...texts }) => ({
      name: code,
      ...texts,
      visible: isShown && texts.visible,
      name_kana: detailsByCode.get(code)?.name_kana ?? '',
      name_search: facilitySearch({ ...texts, name_kana: detailsByCode.get(code)?.name_kana ?? '' }),
      address: { zip, prefecture: prefectures.get(prefecture_code) ?? '', city: city_ja, street: street_ja, building: '' },
      hours: detailsByCode.get(code)?.hours ?? [],
    })),
    isShown ? [] : ['visible'],
  )
  const ids = await idsOf(db, facilities)
  const offeredRows = (part: 'courses' | 'options') =>
    items.flatMap((item) =>
      item[part].map((option, at) =>
        offeredRow(
          ids.get(item.code)!,
          detailsByCode.get(item.code)?.[part].find(({ code }) => code === option.code),
          option,
          at,
        ),
      ),
    )
  await upsertRows(facility_courses, offeredRows('courses'))
  await upsertRows(facility_options, offeredRows('options'))
  const [courseIds, optionIds] = [await idsOf(db, facility_courses), await idsOf(db, facility_options)]
  const links = items.flatMap((item) =>
    (detailsByCode.get(item.code)?.courses ?? []).flatMap(({ code, options = [] }) =>
      options.map((option) => ({ course_id: courseIds.get(code)!, option_id: optionIds.get(option)! })),
    ),
  )
  const loadedCourses = items.flatMap(({ courses }) => courses.map(({ code }) => courseIds.get(code)!))
  await db.delete(facility_course_options).where(inArray(facility_course_options.course_id, loadedCourses))
  if (links.length) await db.insert(facility_course_options).values(links)
  for (const { code, reservation_forbidden_rules } of items) {
    const facility_id = ids.get(code)!
    const { start_times = [], more_rules = [] } = detailsByCode.get(code) ?? {}
    const rules = [...reservation_forbidden_rules, ...more_rules].map((rule, position) => ruleRow(facility_id, rule, position))
    await db.delete(facility_reservation_forbidden_rules).where(eq(facility_reservation_forbidden_rules.facility_id, facility_id))
    await db.insert(facility_reservation_forbidden_rules).values(rules)
    await db.delete(facility_start_times).where(eq(facility_start_times.facility_id, facility_id))
    await db.insert(facility_start_times).values(start_times.map((start) => ({ facility_id, ...start })))
  }
  // hide a facility that was removed from the files, since bookings may reference it
  await db
    .update(facilities)
    .set({ visible: false })
    .where(
      and(
        not(facilities.is_edited),
        notInArray(
          facilities.name,
          items.map(({ code }) => code),
        ),
      ),
    )
}

type Coded = typeof facilities | typeof facility_courses | typeof facility_options
const idsOf = async (db: Db, table: Coded) =>
  new Map(
    (
      await db
        .select({ id: table.id, name: table.name })
        .from(table as typeof facilities)
        .orderBy(sql`1`)
    ).map(({ id, name }) => [name, id]),
  )
