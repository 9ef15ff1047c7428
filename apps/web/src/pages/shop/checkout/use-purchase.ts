import type { ClientSecret, Payment } from '@sukoyaka/wire/people/payment'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CallError } from '../../../api/call-error.ts'
import { isOutcomeUnknown } from '../../../api/unsent/outcome-unknown.ts'
import type { Outcome } from '../../../domains/payment/ConfirmPayment.tsx'
import { usePurchaseMutation } from '../../../domains/shop/api.ts'
import type { useCoupon } from '../../../domains/shop/cart/use-coupon.ts'
import { isComplete, type Recipient, recipientInput } from '../../../domains/shop/order/recipient.ts'
import { type DeliveryChoice, deliveryInput } from './delivery-choice.ts'
import type { PayBy } from './Sheets.tsx'

type Options = {
  coupon: ReturnType<typeof useCoupon>
  /** Called when the cart may have changed. */
  onChanged: () => Promise<unknown>
  onPlaced: () => void
}
type Given = { recipient: Recipient; method: PayBy | 'none'; save_card: boolean; delivery: DeliveryChoice; total: number }
type Pending = { order_id: number; payment: Payment; secret: ClientSecret }

/** Buys the cart once, however often the button is pressed. `confirmation` is set while the card must be confirmed. */
export const usePurchase = ({ coupon, onChanged, onPlaced }: Options) => {
  const { t } = useTranslation('order')
  const navigate = useNavigate()
  const [purchase] = usePurchaseMutation()
  const isSending = useRef(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [confirmation, setConfirmation] = useState<Pending>()

  const finish = (order_id: number) => {
    coupon.remove()
    onPlaced()
    void navigate(`/shop/orders/${order_id}`, { state: { isPlaced: true }, replace: true })
  }
  const fail = (text: string) => {
    isSending.current = false
    setPending(false)
    setConfirmation(undefined)
    setFailure(text)
  }

  const buy = async ({ recipient, method, save_card, delivery, total }: Given) => {
    if (isSending.current) return
    const to = recipientInput(recipient)
    if (!to || !isComplete(recipient)) return setFailure(t('checkout.addressMissing'))
    isSending.current = true
    setPending(true)
    setFailure(undefined)
    const { data, error } = await purchase({
      ...to,
      method,
      shown_total: total,
      ...(save_card && { save_card }),
      ...(coupon.code && { coupon_code: coupon.code }),
      ...deliveryInput(delivery),
    })
    if (error) {
      const { error: text, code } = error as CallError
      await onChanged()
      if (isOutcomeUnknown(error as CallError)) return fail(t('checkout.unknown'))
      // if Stripe could not be reached, the order was placed, and its payment may have succeeded
      return fail(code === 'card_declined' || code === 'payments_unreachable' ? text : `${t('checkout.failed')}${text}`)
    }
    const { order, confirmation: secret } = data
    if (!secret || !order.payment) return finish(order.id)
    setConfirmation({ order_id: order.id, payment: order.payment, secret })
  }

  const onOutcome = async (order_id: number, { problem }: Outcome) => {
    if (problem === undefined) return finish(order_id)
    // the products are back in the cart
    await onChanged()
    fail(t('checkout.declinedBecause', { problem }))
  }

  return {
    buy: (given: Given) => void buy(given),
    isPending,
    failure,
    confirmation: confirmation && {
      payment: confirmation.payment,
      secret: confirmation.secret,
      onOutcome: (outcome: Outcome) => void onOutcome(confirmation.order_id, outcome),
      onLeave: () => finish(confirmation.order_id),
    },
  }
}
