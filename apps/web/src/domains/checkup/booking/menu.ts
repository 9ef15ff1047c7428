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
/** Course and options in one line. */
export const menuText = (course: CourseOrOption | undefined, added: readonly CourseOrOption[]) =>
  [course, ...added].flatMap((item) => item?.display_name ?? []).join('／')

type Lead = Pick<CourseOrOption, 'lead_days' | 'lead_is_business'>
/** The text of a course or option; without its lead time if the facility is not given or no longer offers it. */
type PrecautionSource = { text: string; lead?: Lead | undefined }

/** Comparable length of a lead time: five business days are a week. */
const lengthOf = ({ lead_days, lead_is_business }: Lead) => (lead_days ?? 0) * (lead_is_business ? 7 / 5 : 1)

/** Precautions of course and options, without duplicates. Of booking deadlines, only the strictest and those of unknown length; none once booked. */
export const mergePrecautions = (sources: readonly PrecautionSource[], { isBooked = false } = {}): string[] => {
  const parsed = sources.map(({ text, lead }) => ({ ...precautionsOf(text), length: lead?.lead_days == null ? undefined : lengthOf(lead) }))
  const strictest = Math.max(...parsed.flatMap(({ reservation_precaution, length }) => (reservation_precaution ? (length ?? []) : [])))
  return [
    ...new Set([
      ...parsed.flatMap(({ precautions }) => precautions),
      ...parsed.flatMap(({ reservation_precaution, length }) => (isBooked || (length ?? strictest) < strictest ? [] : reservation_precaution || [])),
    ]),
  ]
}

/** Precautions of the course and options chosen for a new checkup. */
export const chosenPrecautions = ({ course, added }: Pick<ReturnType<typeof menuOf>, 'course' | 'added'>): PrecautionSource[] =>
  [course, ...added].flatMap((item) => (item ? { text: item.precautions, lead: item } : []))

/** Precautions as they were booked, with the lead times the facility requires today. */
export const bookedPrecautions = ({ course, options }: Pick<TestPackage, 'course' | 'options'>, facility?: Facility): PrecautionSource[] => [
  ...(course ? [{ text: course.body_local, lead: facility?.courses?.find(({ id }) => id === course.id) }] : []),
  ...options.map(({ id, body_local }) => ({ text: body_local, lead: facility?.options?.find((option) => option.id === id) })),
]

/** Category ids of the active tests in course and options. */
export const testIdsOf = (
  menuItems: readonly (CourseOrOption | undefined)[],
  categories: readonly { id: number; name: string; is_active: boolean }[],
): number[] => {
  const names = new Set(menuItems.flatMap((item) => item?.test_category_names ?? []))
  return categories.filter(({ name, is_active }) => is_active && names.has(name)).map(({ id }) => id)
}

/** Booked course and options, if the facility still offers them, with the lead times that it requires today. */
export const bookedMenuItems = (facility: Facility | undefined, { course, options }: Pick<TestPackage, 'course' | 'options'>): CourseOrOption[] => {
  const added = new Set(options.map(({ id }) => id))
  return [...(facility?.courses ?? []).filter(({ id }) => id === course?.id), ...(facility?.options ?? []).filter(({ id }) => added.has(id))]
}
