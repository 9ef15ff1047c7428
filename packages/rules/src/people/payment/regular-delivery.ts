import { addDays, addMonths } from '../../time.ts'

/** The least and the most days from the order to the delivery: a monthly delivery needs days on which it can be changed. The page about the seller names both. */
const [minLeadDays, maxLeadDays] = [2, 21]

/** How many days before a delivery its order is placed, so that products with this lead time arrive on its day. */
export const orderLeadDays = (lead_days: number): number => Math.min(Math.max(lead_days, minLeadDays), maxLeadDays)

type Next = { next_on: string; order_lead_days: number }
type Cycle = { every_months: number; day_of_month: number }

/** The last day on which the next delivery can be changed. On the day after, it is ordered and the card is charged. */
export const changeUntil = ({ next_on, order_lead_days }: Next): string => addDays(next_on, -order_lead_days - 1)

/** `day_of_month` in the month `every_months` later, or the last day of that month: 01-31, 02-28, 03-31. */
export const followingDay = (day: string, { every_months, day_of_month }: Cycle): string => {
  const first = addMonths(`${day.slice(0, 7)}-01`, every_months)
  const last = addDays(addMonths(first, 1), -1)
  return addDays(first, Math.min(day_of_month, Number(last.slice(8))) - 1)
}

/** The next delivery day, from `next_on` on, that can still be changed: a resumed delivery starts with it. */
export const nextChangeableDay = ({ next_on, ...cycle }: Next & Cycle, today: string): string => {
  let day = next_on
  while (changeUntil({ ...cycle, next_on: day }) < today) day = followingDay(day, cycle)
  return day
}
