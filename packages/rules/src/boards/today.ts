import type { TodaySection } from '@sukoyaka/wire/boards/today'
import { type ContactOutcome, reachedOutcomes } from '@sukoyaka/wire/boards/urgent-contact'
import type { Bands, ResultStatus } from '@sukoyaka/wire/record/checkup'
import { resultStatus } from '@sukoyaka/wire/record/checkup'
import { addDays, addMonths, tokyoDay, tokyoStartOfDay } from '../time.ts'

/** A value is worsened if it moved away from the range by at least this share of the previous value. Smaller changes are normal variation of a person. */
export const worsenedShare = 0.1
/** Results older than this many months no longer appear on the board as newly abnormal or worsened. */
export const maxResultAgeMonths = 6
/** Interval between checkups in months. */
export const checkupIntervalMonths = 12
/** Data counts as missing after this many whole days without steps, sleep or a health record. */
export const daysWithoutData = 14
/** Max age in months of the values that count for "doing well". */
export const doingWellMonths = 12
/** Min number of values for "doing well". */
export const minValues = 5
/** Min progress in percent of every active goal for "doing well". A goal need not be reached fully. */
export const minProgress = 80

/** Days after which a reviewed row is shown again although it did not change. Reviewed rows of other sections are shown again only when they change. */
export const reviewSnoozeDays: Partial<Record<TodaySection, number>> = { checkup_overdue: 30, no_data: 14, image_follow_up: 14, doing_well: 30 }

/** Whether the patient was told of the values in this contact. */
export const isReached = (outcome: ContactOutcome): boolean => (reachedOutcomes as readonly ContactOutcome[]).includes(outcome)

type Reading = { value: number; status: ResultStatus | null; is_serious?: boolean }

const sideOf = (value: number, { below, above }: Bands['unhealthy']) =>
  above !== null && value >= above ? 'high' : below !== null && value < below ? 'low' : undefined

/**
 * Classifies the newest value of a category. Newly abnormal: abnormal, and the previous value was not, was on the other side of the range, or is
 * missing. Worsened: abnormal twice on the same side, and further away by at least a tenth of the previous value. Unchanged abnormal values are not reported,
 * because the team has seen them before. A critical value is reported even without such a change: as worsened if the previous value was abnormal, else as newly
 * abnormal.
 */
export const findingOf = (newest: Reading, previous: Reading | null, unhealthy: Bands['unhealthy'] | null): 'newly_abnormal' | 'worsened' | undefined => {
  const found = changeOf(newest, previous, unhealthy)
  return found ?? (newest.is_serious ? (previous?.status === resultStatus.unhealthy ? 'worsened' : 'newly_abnormal') : undefined)
}

const changeOf = (newest: Reading, previous: Reading | null, unhealthy: Bands['unhealthy'] | null) => {
  if (newest.status !== resultStatus.unhealthy) return undefined
  if (previous?.status !== resultStatus.unhealthy) return 'newly_abnormal'
  const side = unhealthy ? sideOf(newest.value, unhealthy) : undefined
  if (!unhealthy || !side) return undefined
  if (sideOf(previous.value, unhealthy) !== side) return 'newly_abnormal'
  const increase = side === 'high' ? newest.value - previous.value : previous.value - newest.value
  return increase > 0 && increase >= Math.abs(previous.value) * worsenedShare ? 'worsened' : undefined
}

/** Start of the day from which data counts as missing: after `daysWithoutData` whole days in Tokyo. */
export const missingDataFrom = (last_data_at: string): string => tokyoStartOfDay(addDays(tokyoDay(last_data_at), daysWithoutData + 1)).toISOString()

/**
 * Start of the day from which a checkup is overdue: twelve months after `last`, the time of the last or next checkup, or of the start of the first
 * contract if there is no checkup.
 */
export const checkupOverdueFrom = (last: string): string => tokyoStartOfDay(addMonths(tokyoDay(last), checkupIntervalMonths)).toISOString()

/** Whether there are at least `minValues` values, all within range, and at least one active goal, all with a progress of `minProgress` or more. */
export const isDoingWell = ({ within, outside }: { within: number; outside: number }, progress: readonly number[]): boolean =>
  outside === 0 && within >= minValues && progress.length > 0 && progress.every((share) => share >= minProgress)
