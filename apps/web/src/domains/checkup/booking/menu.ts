import type { Reply } from '@sukoyaka/wire/endpoint'
import type { Facility, FacilityCourse, FacilityOption } from '@sukoyaka/wire/people/facility'
import type { listTestCategories, TestPackage } from '@sukoyaka/wire/record/checkup'
import { precautionsOf } from '../../facility/precautions.ts'

export type Kind = TestPackage['kind']
type TestCategory = Reply<typeof listTestCategories>['items'][number]

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
/** The precautions of a course or option. `lead` is undefined if the facility is not given or no longer offers the course or option. */
type PrecautionSource = { text: string; lead?: Lead | undefined }

/** Comparable length of a lead time: five business days are a week. */
const leadLength = ({ lead_days, lead_is_business }: Lead) => (lead_days ?? 0) * (lead_is_business ? 7 / 5 : 1)

/** Precautions of course and options, without duplicates. Of booking deadlines, only the strictest and those of unknown length; none once booked. */
export const mergePrecautions = (sources: readonly PrecautionSource[], { isBooked = false } = {}): string[] => {
  const parsed = sources.map(({ text, lead }) => ({ ...precautionsOf(text), length: lead?.lead_days == null ? undefined : leadLength(lead) }))
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

export type Sex = 'male' | 'female' | null

/** Ids of the active tests for the patient's sex: those of the course and its options, or the defaults of the kind if there are no courses to choose from. */
export const testIdsOf = (kind: Kind, { courses, course, added }: ReturnType<typeof menuOf>, categories: readonly TestCategory[], sex: Sex): number[] => {
  const names = new Set([course, ...added].flatMap((item) => item?.test_category_names ?? []))
  const isIncluded = ({ name, default_package_kinds }: TestCategory) => (courses.length ? names.has(name) : default_package_kinds.includes(kind))
  const isForPatient = ({ applicable_sex }: TestCategory) => applicable_sex === 'any' || applicable_sex === sex
  return categories.filter((category) => category.is_active && isForPatient(category) && isIncluded(category)).map(({ id }) => id)
}

/** Booked course and options, if the facility still offers them, with the lead times that it requires today. */
export const bookedMenuItems = (facility: Facility | undefined, { course, options }: Pick<TestPackage, 'course' | 'options'>): CourseOrOption[] => {
  const added = new Set(options.map(({ id }) => id))
  return [...(facility?.courses ?? []).filter(({ id }) => id === course?.id), ...(facility?.options ?? []).filter(({ id }) => added.has(id))]
}
