import type { BookedItem } from '@sukoyaka/wire/record/booked'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { findListed } from './store.ts'
import { facility_course_options, facility_courses, facility_options } from './tables.ts'

type FacilityChoice = { facility_id?: number | null; course_id?: number | null; option_ids?: readonly number[] }
type Offered = { id: number; name_ja: string; precautions_ja: string }

/** A copy of the course or option as it is today: bookings keep it when the original changes. */
const toBookedItem = ({ id, name_ja, precautions_ja }: Offered): BookedItem => ({ id, name_local: name_ja, body_local: precautions_ja })

/** Throws 422 unless the facility is listed. */
export const bookableFacility = async (db: Db, id: number) => {
  const found = await findListed(db, id)
  if (!found) throw apiError('facility_not_bookable', { fields: { facility_id: ['not_allowed'] } })
  return found
}

const courseById = preparedQuery((db) =>
  db
    .select()
    .from(facility_courses)
    .where(eq(facility_courses.id, sql.placeholder('id'))),
)

const optionsOfCourse = preparedQuery((db) =>
  db
    .select({ option: facility_options })
    .from(facility_course_options)
    .innerJoin(facility_options, eq(facility_options.id, facility_course_options.option_id))
    .where(and(eq(facility_course_options.course_id, sql.placeholder('course_id')), isAnyOf(facility_options.id)))
    .orderBy(asc(facility_options.sort_number), asc(facility_options.id)),
)

/**
 * What is booked: a facility, one of its courses and some of that course's options, with copied texts. Throws 422 if they do not belong together or the
 * facility is not listed.
 */
export const chooseAtFacility = async (db: Db, { facility_id, course_id, option_ids = [] }: FacilityChoice) => {
  const facility = facility_id ? await bookableFacility(db, facility_id) : undefined
  const [course] = course_id ? await courseById(db).execute({ id: course_id }) : []
  if (course_id && (!course || course.facility_id !== facility?.id)) throw apiError('course_not_of_facility', { fields: { course_id: ['not_allowed'] } })
  const optionIds = [...new Set(option_ids)]
  const options = course && optionIds.length ? await optionsOfCourse(db).execute({ course_id: course.id, ids: optionIds }) : []
  if (options.length < optionIds.length) throw apiError('option_not_of_course', { fields: { option_ids: ['not_allowed'] } })
  return {
    facility,
    kind: course?.kind,
    course: course ? toBookedItem(course) : null,
    options: options.map(({ option }) => toBookedItem(option)),
    test_category_names: [...new Set([course, ...options.map(({ option }) => option)].flatMap((choice) => choice?.test_category_names ?? []))],
  }
}

const leadsWithIds = preparedQuery((db, kind: 'course' | 'option') => {
  const table = kind === 'course' ? facility_courses : facility_options
  return db.select({ lead_days: table.lead_days, lead_is_business: table.lead_is_business }).from(table).where(isAnyOf(table.id))
})

/** Lead times of the course and the options, in days or business days. */
export const leadsOf = async (db: Db, course: BookedItem | null, options: readonly BookedItem[]) => {
  const courseLeads = course ? await leadsWithIds(db, 'course').execute({ ids: [course.id] }) : []
  const ids = options.map(({ id }) => id)
  const optionLeads = ids.length ? await leadsWithIds(db, 'option').execute({ ids }) : []
  return [...courseLeads, ...optionLeads]
}
