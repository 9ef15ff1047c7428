import type { CartCalculation, DeliveryWindow } from '@sukoyaka/wire/people/cart'

/** How an order is delivered, as chosen in the form. `months`: 0 for once. `delivery_window`: empty for any time. */
export type DeliveryChoice = { is_timed: boolean; delivery_on: string | null; delivery_window: DeliveryWindow | ''; months: 0 | 1 | 2 | 3 }
export const normalDelivery: DeliveryChoice = { is_timed: false, delivery_on: null, delivery_window: '', months: 0 }

/** Whether a day was chosen on which delivery is still possible. */
export const isDeliverable = (day: string | null, { earliest_on, latest_on }: CartCalculation['delivery']): day is string =>
  day !== null && earliest_on <= day && day <= latest_on

/** The choice as input of the purchase. */
export const deliveryInput = ({ is_timed, delivery_on, delivery_window, months }: DeliveryChoice) => ({
  ...(is_timed && delivery_on && { delivery_on, ...(delivery_window && { delivery_window }) }),
  ...(months && { every_months: months }),
})
