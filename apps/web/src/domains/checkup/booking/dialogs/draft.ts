import { unknownTime } from '@sukoyaka/rules/test-package'
import { tokyoInstant } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { addTestPackage, CheckupQuota } from '@sukoyaka/wire/record/booking'
import type { Kind, menuOf } from '../menu.ts'
import { type SuggestedDate, suggestedDatesToSend } from '../suggested-dates.ts'
import { isIncluded } from './QuotaLine.tsx'

/** Unsaved draft of a new checkup. */
export type Draft = {
  kind: Kind
  facility_id: number | null
  course_id: number | null
  option_ids: number[]
  /** Null while the tests of the course and its options apply, or the defaults of the kind without courses. */
  test_ids: number[] | null
  isFixed: boolean
  suggestedDates: SuggestedDate[]
  /** The fixed date at the facility; empty until it is chosen. */
  date: SuggestedDate[]
  /** Place and day of a general checkup without a facility. */
  location: string
  day: string | null
  notify: boolean
}

export const emptyDraft: Draft = {
  kind: 'detail',
  facility_id: null,
  course_id: null,
  option_ids: [],
  test_ids: null,
  isFixed: false,
  suggestedDates: [],
  date: [],
  location: '',
  day: null,
  notify: true,
}

/** The first kind of which the plan still includes a checkup, otherwise `simple`, which no plan includes. */
export const kindToBook = (quotas: CheckupQuota['items']): Kind => quotas.find(({ left }) => left > 0)?.kind ?? 'simple'

/**
 * Applies a change and resets what no longer fits: kind or facility reset course and options, the facility also the dates, the course its options. Each of
 * these, and a change of options, resets the tests.
 */
export const applyChange = (draft: Draft, change: Partial<Draft>): Draft => {
  const next = { ...draft, ...change }
  if (change.kind !== undefined || change.facility_id !== undefined) Object.assign(next, { course_id: null, option_ids: [], test_ids: null })
  if (change.facility_id !== undefined) Object.assign(next, { suggestedDates: [], date: [] })
  if (change.course_id !== undefined) Object.assign(next, { option_ids: [], test_ids: null })
  if (change.option_ids !== undefined) next.test_ids = null
  return next
}

type Missing = Partial<Record<'facility_id' | 'course_id' | 'date' | 'day', true>>

/** Required fields still missing; a general checkup without a facility needs a day. */
export const missingOf = (draft: Draft, menu: ReturnType<typeof menuOf>): Missing => ({
  ...(draft.kind !== 'general' && draft.facility_id === null && { facility_id: true }),
  ...(draft.facility_id !== null && menu.courses.length > 0 && !menu.course && { course_id: true }),
  ...(draft.facility_id !== null && draft.isFixed && !draft.date.length && { date: true }),
  ...(draft.facility_id === null && draft.kind === 'general' && !draft.day && { day: true }),
})

export const newCheckupToSend = (user_id: number, draft: Draft, test_ids: readonly number[]): Input<typeof addTestPackage> => {
  const { kind, facility_id, course_id, option_ids, isFixed, suggestedDates, date, location, day, notify } = draft
  const isElsewhere = facility_id === null
  const at = isElsewhere ? (day ? { day, time: unknownTime } : undefined) : isFixed ? date[0] : undefined
  const tested_at = at && tokyoInstant(at.day, at.time).toISOString()
  return {
    user_id,
    kind,
    included_in_plan: isIncluded(kind),
    ...(isElsewhere ? location.trim() && { location: location.trim() } : { facility_id, ...(course_id && { course_id, option_ids }) }),
    ...(tested_at && { tested_at }),
    ...(!tested_at && suggestedDates.length > 0 && { suggested_datetimes_attributes: suggestedDatesToSend(suggestedDates) }),
    ...(test_ids.length > 0 && { tests_attributes: test_ids.map((category_id) => ({ category_id, user_id, ...(tested_at && { tested_at }) })) }),
    notify,
  }
}
