import { addDays, addMonths } from '../../time.ts'

/** A delivery can be changed until this many days before it; the card is charged on the day after the last day for changes. */
const changeDays = 3

/** The last day on which the delivery of this day can be changed. */
export const changeUntil = (next_on: string): string => addDays(next_on, -changeDays)

/** The latest delivery day that is ordered on this day. */
export const orderedOn = (today: string): string => addDays(today, changeDays - 1)

/** `day_of_month` in the month `every_months` later, or the last day of that month: 01-31, 02-28, 03-31. */
export const followingDay = (day: string, { every_months, day_of_month }: { every_months: number; day_of_month: number }): string => {
  const first = addMonths(`${day.slice(0, 7)}-01`, every_months)
  const last = addDays(addMonths(first, 1), -1)
  return addDays(first, Math.min(day_of_month, Number(last.slice(8))) - 1)
}

/** The next delivery day that can still be changed: a resumed delivery starts with it. */
export const nextChangeableDay = (next_on: string, cycle: { every_months: number; day_of_month: number }, today: string): string => {
  let day = next_on
  while (changeUntil(day) < today) day = followingDay(day, cycle)
  return day
}
