import { errorCodeOf, forbiddenBy, rulesFor } from '@sukoyaka/rules/people/reservation'
import { addDays, addMonths, tokyoDay } from '@sukoyaka/rules/time'
import type { Facility } from '@sukoyaka/wire/people/facility'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { hasFailed, type Query } from '../../../ui/loading/QueryView.tsx'
import { useListForbiddenRulesQuery, useListOpeningsQuery } from './api.ts'
import type { Opening } from './directory.ts'
import { startsOn } from './suggested-dates.ts'

type Lead = { lead_days: number | null; lead_is_business: boolean }
const monthsAhead = 12

/** Bookable dates: tomorrow up to one year ahead. */
export const bookableDays = () => {
  const today = tokyoDay(new Date())
  return { min: addDays(today, 1), max: addMonths(today, monthsAhead) }
}

const maxDaysAhead = 120

/** The first selectable day, so that the calendar does not open on a month without one; `min` if the first `maxDaysAhead` days have none. */
export const firstSelectableDay = (min: string, unavailableReason: (day: string) => string | undefined): string => {
  for (let day = min, checkedDays = 0; checkedDays < maxDaysAhead; day = addDays(day, 1), checkedDays++) if (!unavailableReason(day)) return day
  return min
}

/** A function that repeats a failed query; undefined if the query did not fail. */
const reloadOf = (query: Query<unknown>) => (hasFailed(query) ? () => void query.refetch() : undefined)

/** Openings of a month from today on; undefined for a past month, without a facility, and until they are loaded. `reload` is set if that failed. */
export const useOpenings = (facility_id: number | undefined, month: string) => {
  const today = tokyoDay(new Date())
  const first = `${month}-01`
  const from = first < today ? today : first
  const to = addDays(addMonths(first, 1), -1)
  const query = useListOpeningsQuery({ id: facility_id ?? 0, from, to }, { skip: facility_id === undefined || to < from })
  return { openings: query.currentData?.items, reload: reloadOf(query) }
}

/**
 * `unavailableReason` returns why a day cannot be chosen at the facility; undefined if it can be chosen or there is no facility. `reload` is set if the
 * rules could not be loaded.
 */
export const useUnavailableReason = (facility: Facility | null, menuItems: readonly Lead[], openings: readonly Opening[] | undefined) => {
  const { t } = useTranslation(['booking', 'errors'])
  const query = useListForbiddenRulesQuery({ facilityId: facility?.id ?? 0 }, { skip: !facility })
  const forbiddenRules = query.currentData
  const rules = useMemo(() => (forbiddenRules ? rulesFor(forbiddenRules.items, ...menuItems) : []), [forbiddenRules, menuItems])
  const holidays = useMemo(() => new Map((forbiddenRules?.holidays ?? []).map(({ day, name }) => [day, name])), [forbiddenRules])
  const holidayDays = useMemo(() => new Set(holidays.keys()), [holidays])
  const isReady = !facility || forbiddenRules !== undefined
  const unavailableReason = (day: string): string | undefined => {
    if (!facility) return undefined
    // block every day until the rules are loaded
    if (!forbiddenRules) return t('booking:days.loading')
    const rule = forbiddenBy(rules, day, { today: tokyoDay(new Date()), holidays: holidayDays })
    const name = rule?.type === 'national_holiday' ? holidays.get(day) : undefined
    if (rule) return name ? t('booking:days.holiday', { name }) : t(`errors:${errorCodeOf(rule)}`)
    const starts = startsOn(day, facility.start_times ?? [], openings)
    if (!starts.length) return t('errors:closed_weekday')
    return starts.every(({ isFull }) => isFull) ? t('booking:days.full') : undefined
  }
  return { unavailableReason, isReady, reload: reloadOf(query) }
}
