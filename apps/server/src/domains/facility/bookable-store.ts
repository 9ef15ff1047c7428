import type { BookedItem } from '@sukoyaka/wire/record/booked'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { apiError } from '../../errors/api-error.ts'
import { facilities, facility_course_options, facility_courses, facility_options } from './tables.ts'

type FacilityChoice = { facility_id?: number | null; course_id?: number | null; option_ids?: readonly number[] }
type Offered = { id: number; name_ja: string; precautions_ja: string }

/** A copy of the course as it is today: bookings keep it when the course changes. */
const toBookedItem = ({ id, name_ja, precautions_ja }: Offered): BookedItem => ({ id, name_local: name_ja, body_local: precautions_ja })

/** Throws 422 unless the facility is listed. */
export const bookableFacility = async (db: Db, id: number) => {
  const [found] = await db
    .select({ id: facilities.id, name_ja: facilities.name_ja })
    .from(facilities)
    .where(and(eq(facilities.id, id), eq(facilities.visible, true)))
  if (!found) throw apiError('facility_not_bookable', { fields: { facility_id: ['not_allowed'] } })
  return found
}

/** What is booked: a facility, one of its courses and that course's options, with copied texts. */
export const chooseAtFacility = async (db: Db, { facility_id, course_id, option_ids = [] }: FacilityChoice) => {
  const facility = facility_id ? await bookableFacility(db, facility_id) : undefined
  const [course] = course_id ? await db.select().from(facility_courses).where(eq(facility_courses.id, course_id)) : []
  if (course_id && (!course || course.facility_id !== facility?.id)) throw apiError('course_not_of_facility', { fields: { course_id: ['not_allowed'] } })
  const optionIds = [...new Set(option_ids)]
  const options =
    course && optionIds.length
      ? await db
          .select({ option: facility_options })
          .from(facility_course_options)
          .innerJoin(facility_options, eq(facility_options.id, facility_course_options.option_id))
          .where(and(eq(facility_course_options.course_id, course.id), inArray(facility_options.id, optionIds)))
          .orderBy(asc(facility_options.sort_number), asc(facility_options.id))
      : []
  if (options.length < optionIds.length) throw apiError('option_not_of_course', { fields: { option_ids: ['not_allowed'] } })
  return {
    facility,
    kind: course?.kind,
    course: course ? toBookedItem(course) : null,
    options: options.map(({ option }) => toBookedItem(option)),
    test_category_names: [...new Set([course, ...options.map(({ option }) => option)].flatMap((choice) => choice?.test_category_names ?? []))],
  }
}

/** Lead times in days of the course and its options. */
export const leadsOf = async (db: Db, course: BookedItem | null, options: readonly BookedItem[]) => {
  const leadColumns = <T extends typeof facility_courses | typeof facility_options>(table: T) => ({
    lead_days: table.lead_days,
    lead_is_business: table.lead_is_business,
  })
  const courseLeads = course ? await db.select(leadColumns(facility_courses)).from(facility_courses).where(eq(facility_courses.id, course.id)) : []
  const ids = options.map(({ id }) => id)
  const optionLeads = ids.length ? await db.select(leadColumns(facility_options)).from(facility_options).where(inArray(facility_options.id, ids)) : []
  return [...courseLeads, ...optionLeads]
}
