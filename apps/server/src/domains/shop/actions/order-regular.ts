import { deliveryDays, leadDaysOf, ruleFor } from '@sukoyaka/rules/people/payment/delivery-time'
import { calculate } from '@sukoyaka/rules/people/payment/price'
import { orderLeadDays } from '@sukoyaka/rules/people/payment/regular-delivery'
import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import type { changeRegularDelivery, RegularDelivery } from '@sukoyaka/wire/people/regular-delivery'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { inTransaction } from '../../../database/db.ts'
import { ApiError, apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { accountById } from '../../account/store.ts'
import { charge } from '../../payment/actions/charge.ts'
import { cardOf } from '../../payment/card-store.ts'
import { insertPayment } from '../../payment/store.ts'
import { placeOrder } from '../order/place-store.ts'
import {
  isDue,
  lockRegular,
  lockRunning,
  moveToNextDay,
  pauseRegular,
  type RegularRow,
  regularItems,
  setRegularProblem,
  updateRegularDelivery,
} from '../order/regular-store.ts'
import { markPaid } from '../order/state-store.ts'
import { deliveryRuleOf } from '../product-store.ts'

/** Places the order of a regular delivery. Returns the id of the payment to charge, if there is one. */
const placeRegular = async (context: AppContext, scope: PatientScope, row: RegularRow): Promise<number | undefined> => {
  const { id, user_id, recipient_name, phone_number, address, next_on, order_lead_days } = row
  const { sold: items } = await regularItems(scope, id)
  if (!items.length) throw apiError('product_not_sold')
  const rule = await deliveryRuleOf(scope.db, context.clock())
  const products = items.map(({ product }) => product)
  const today = tokyoDay(context.clock())
  // a day that was agreed with a shorter lead than products take now is kept, if the order is placed when it was agreed
  const isAgreed = order_lead_days < orderLeadDays(leadDaysOf(products, rule)) && addDays(next_on, -order_lead_days) >= today
  // ordered too late for its day, for example after downtime: sent as soon as possible, without day and time
  const isLate = !isAgreed && next_on < deliveryDays(products, rule, today).earliest_on
  const [delivery_on, delivery_window] = isLate ? [null, null] : [next_on, row.delivery_window]
  const amounts = calculate(items, ruleFor(rule, delivery_window !== null))
  if (amounts.total > 0 && !(await cardOf(scope, user_id))) throw apiError('card_required')
  const order = await placeOrder(
    scope,
    { user_id, recipient_name, phone_number, address, delivery_on, delivery_window, source: 'regular', regular_delivery_id: id },
    { items, amounts, coupon_id: null },
  )
  if (amounts.total === 0) return void (await markPaid(scope, order, context.clock()))
  return (await insertPayment(scope, { user_id, purpose: 'order', order_id: order.id, amount: amounts.total, method: 'off_session' })).id
}

/** A regular delivery after it was ordered, and the payment to charge, if there is one. */
type Placed = { row: RegularRow; payment_id: number | undefined }

/**
 * Orders a locked regular delivery that is due, in the transaction of the scope, which also moves the delivery to its next day, so that a job that runs twice,
 * or stops anywhere, orders once. Products that are no longer sold are left out, and the patient is notified once the order is paid. A refused order is
 * not placed this time, and the patient reads why. Returns undefined if it is not due. The caller publishes the change last, and charges the payment after the commit.
 */
const placeDue = async (context: AppContext, scope: PatientScope, due: RegularRow): Promise<Placed | undefined> => {
  if (!isDue(due, tokyoDay(context.clock()))) return undefined
  const row = await moveToNextDay(scope, due, context.clock())
  try {
    // a savepoint: a refused order leaves no rows
    return { row, payment_id: await scope.db.transaction((inner) => placeRegular(context, scope.withDb(inner), due)) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { row: await setRegularProblem(scope, row.id, error.code === 'card_required' ? 'no_card' : error.code), payment_id: undefined }
  }
}

/** Orders a regular delivery that is due and charges the saved card. The delivery of a deactivated patient is paused instead. */
export const orderRegular = async (context: AppContext, scope: PatientScope, id: number): Promise<void> => {
  const payment_id = await inTransaction(context.db, async (tx) => {
    const inner = scope.withDb(tx)
    const row = await lockRegular(inner, { id })
    if (isDue(row, tokyoDay(context.clock())) && !(await accountById(tx, row.user_id))) {
      await pauseRegular(inner, id)
      return void (await publishPatientEvent(tx, row.user_id, ['regular_deliveries']))
    }
    const placed = await placeDue(context, inner, row)
    if (placed) await publishPatientEvent(tx, placed.row.user_id, ['regular_deliveries', 'orders', 'payments'])
    return placed?.payment_id
  })
  if (payment_id !== undefined) await charge(context, scope, payment_id)
}

/** Changes a regular delivery. One that is due but not yet ordered is first ordered without the changes, if cards can be charged. */
export const changeRegular = async ({ context, scope, input, language, after }: Call<typeof changeRegularDelivery>): Promise<RegularDelivery> => {
  const { id, updated_at, ...changes } = input
  const row = await lockRunning(scope, { id, ...(updated_at && { updated_at }) })
  const placed = context.payments && (await placeDue(context, scope, row))
  const changed = await updateRegularDelivery(scope, placed?.row ?? row, changes, { now: context.clock(), language })
  const payment_id = placed?.payment_id
  if (payment_id !== undefined) after(() => charge(context, scope.withDb(context.db), payment_id))
  return changed
}
