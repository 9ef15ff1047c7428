import { addDays } from '../../time.ts'
import type { DeliveryRule } from './price.ts'

/** Days from an order until its earliest and latest delivery. For products whose stock is not counted, `supplier_lead_days` counts. */
export type DeliveryDays = { lead_days: number; supplier_lead_days: number; max_days: number }
export type TimedRule = DeliveryRule & DeliveryDays & { timed_fee: number }

/** The rule for an order with or without a chosen day or time. */
export const ruleFor = (rule: TimedRule, isTimed: boolean): DeliveryRule => (isTimed ? { ...rule, fee: rule.timed_fee } : rule)

type Stocked = { stock: number | null }

/** Days from an order of these products until its earliest delivery. */
export const leadDaysOf = (products: readonly Stocked[], { lead_days, supplier_lead_days }: DeliveryDays): number =>
  products.some(({ stock }) => stock === null) ? Math.max(lead_days, supplier_lead_days) : lead_days

/** The days on which an order of these products can be delivered. */
export const deliveryDays = (products: readonly Stocked[], rule: DeliveryDays, today: string): { earliest_on: string; latest_on: string } => {
  const lead = leadDaysOf(products, rule)
  return { earliest_on: addDays(today, lead), latest_on: addDays(today, Math.max(lead, rule.max_days)) }
}
