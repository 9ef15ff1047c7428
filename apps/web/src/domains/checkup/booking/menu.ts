import type { Facility, FacilityCourse, FacilityOption } from '@sukoyaka/wire/people/facility'
import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import { precautionsOf } from '../../facility/precautions.ts'

export type Kind = TestPackage['kind']

/** Courses and options available for a kind at a facility, and the selected ones. */
export const menuOf = (facility: Facility | undefined, kind: Kind, chosen: { course_id: number | null; option_ids: readonly number[] }) => {
  const courses = (facility?.courses ?? []).filter((course) => course.kind === kind)
  const course = courses.find(({ id }) => id === chosen.course_id)
  const options = (facility?.options ?? []).filter(({ id }) => course?.option_ids.includes(id))
  return { courses, course, options, added: options.filter(({ id }) => chosen.option_ids.includes(id)) }
}

type CourseOrOption = FacilityCourse | FacilityOption
/** Course and options in one line, for lists. */
export const menuText = (course: CourseOrOption | undefined, added: readonly CourseOrOption[]) =>
  [course, ...added].flatMap((item) => item?.display_name ?? []).join('／')

/** Precautions from the texts of course and options, without duplicates; booking precautions are left out once booked. */
export const mergePrecautions = (texts: readonly (string | undefined)[], { isBooked = false } = {}): string[] => {
  const parsed = texts.flatMap((text) => (text ? [precautionsOf(text)] : []))
  return [
    ...new Set([
      ...parsed.flatMap(({ precautions }) => precautions),
      ...parsed.flatMap(({ reservation_precaution }) => (isBooked ? [] : reservation_precaution || [])),
    ]),
  ]
}

/** Category ids of the tests in course and options. */
export const testIdsOf = (menuItems: readonly (CourseOrOption | undefined)[], categories: readonly { id: number; name: string }[]): number[] => {
  const names = new Set(menuItems.flatMap((item) => item?.test_category_names ?? []))
  return categories.filter(({ name }) => names.has(name)).map(({ id }) => id)
}

/** Booked course and options with the lead times the facility requires today. */
export const bookedMenuItems = (facility: Facility | undefined, { course, options }: Pick<TestPackage, 'course' | 'options'>): CourseOrOption[] => {
  const added = new Set(options.map(({ id }) => id))
  return [...(facility?.courses ?? []).filter(({ id }) => id === course?.id), ...(facility?.options ?? []).filter(({ id }) => added.has(id))]
}
