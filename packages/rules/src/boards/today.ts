import type { TodaySection } from '@sukoyaka/wire/boards/today'
import type { Bands, ResultStatus } from '@sukoyaka/wire/record/checkup'
import { resultStatus } from '@sukoyaka/wire/record/checkup'
import { addDays, addMonths, tokyoDay, tokyoStartOfDay } from '../time.ts'

/** Further away from the range by this share of the value before. Smaller changes are what one body measures twice. */
export const worsenedShare = 0.1
/** A result is news for half a year: after that it is history. */
export const monthsOfNews = 6
/** One checkup a year. */
export const monthsOfCheckup = 12
/** So many whole days without steps, sleep or a record. */
export const daysOfSilence = 14
/** How old a value may be to say how somebody is now. */
export const monthsOfWellness = 12
/** Fewer values say nothing. */
export const minValues = 5
/** Of every running goal. Nobody has to be perfect. */
export const keptProgress = 80

/** After how many days a review of a row is forgotten where nothing happens but time going by. */
export const againAfterDays: Partial<Record<TodaySection, number>> = { checkup_overdue: 30, no_data: 14, doing_well: 30 }

type Reading = { value: number; status: ResultStatus | null }

const sideOf = (value: number, { below, above }: Bands['unhealthy']) =>
  above !== null && value >= above ? 'high' : below !== null && value < below ? 'low' : undefined

/**
 * What the newest value of a category is to the board. Newly abnormal: abnormal, and the one before was not, or there was none.
 * Worsened: abnormal both times on the same side, and further away by a tenth of the value before. An abnormal value that stays as it
 * was is known to the team; one that changed sides is new.
 */
export const findingOf = (newest: Reading, previous: Reading | null, unhealthy: Bands['unhealthy'] | null): 'newly_abnormal' | 'worsened' | undefined => {
  if (newest.status !== resultStatus.unhealthy) return undefined
  if (previous?.status !== resultStatus.unhealthy) return 'newly_abnormal'
  const side = unhealthy ? sideOf(newest.value, unhealthy) : undefined
  if (!unhealthy || !side) return undefined
  if (sideOf(previous.value, unhealthy) !== side) return 'newly_abnormal'
  const further = side === 'high' ? newest.value - previous.value : previous.value - newest.value
  return further > 0 && further >= Math.abs(previous.value) * worsenedShare ? 'worsened' : undefined
}

/** The first instant at which silence is remarkable: after so many whole Tokyo days without anything. */
export const silentFrom = (last_data_at: string): string => tokyoStartOfDay(addDays(tokyoDay(last_data_at), daysOfSilence + 1)).toISOString()

/** When the next checkup is late: twelve months after the last one, or one to come; without any, after the first contract began. */
export const checkupLateFrom = (last: string): string => tokyoStartOfDay(addMonths(tokyoDay(last), monthsOfCheckup)).toISOString()

/** Every value of the last twelve months within its range, and every running goal kept. */
export const isDoingWell = ({ within, outside }: { within: number; outside: number }, progress: readonly number[]): boolean =>
  outside === 0 && within >= minValues && progress.length > 0 && progress.every((one) => one >= keptProgress)
