import { addDays } from '../../time.ts'
import type { DeliveryRule, PricedItem } from './price.ts'

/** Days from an order until its earliest and latest delivery. For products whose stock is not counted, `supplier_lead_days` counts. */
export type DeliveryDays = { lead_days: number; supplier_lead_days: number; max_days: number }
export type TimedRule = DeliveryRule & DeliveryDays & { timed_fee: number }

/** The rule for an order with or without a chosen day or time. */
export const ruleFor = (rule: TimedRule, isTimed: boolean): DeliveryRule => (isTimed ? { ...rule, fee: rule.timed_fee } : rule)

/** The days on which an order of these products can be delivered. */
export const deliveryDays = (
  items: readonly (PricedItem & { stock: number | null })[],
  { lead_days, supplier_lead_days, max_days }: DeliveryDays,
  today: string,
): { earliest_on: string; latest_on: string } => {
  const lead = items.some(({ stock }) => stock === null) ? Math.max(lead_days, supplier_lead_days) : lead_days
  return { earliest_on: addDays(today, lead), latest_on: addDays(today, Math.max(lead, max_days)) }
}
