import { refundableAmount } from '@sukoyaka/rules/people/payment/refund'
import { getReceipt, type Order } from '@sukoyaka/wire/people/order'
import { IconReceipt, IconRefresh, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CallError } from '../../../api/call-error.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { save } from '../../../ui/form/save.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import { yen } from '../../../ui/text/yen.ts'
import { ReceiptDialog } from '../../payment/ReceiptDialog.tsx'
import { useCancelOrderMutation, useOrderAgainMutation } from '../api.ts'
import classes from './Order.module.css'

/** The question before cancelling, which says what goes back to the card: not what the bank took back or may take back after a dispute. */
const useCancelQuestion = ({ payment, refundable_amount, source, regular_delivery_id }: Order) => {
  const { t } = useTranslation('order')
  const isFirst = source === 'web' && regular_delivery_id !== null
  // a server of the version before does not send the amount
  if (!payment || !(refundable_amount < refundableAmount(payment, []))) return t(isFirst ? 'order.cancelFirstQuestion' : 'order.cancelQuestion')
  return t(isFirst ? 'order.cancelFirstDisputedQuestion' : 'order.cancelDisputedQuestion', { amount: yen(refundable_amount) })
}

/** Receipt, ordering again and cancelling. */
export function OrderActions({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const navigate = useNavigate()
  const [again, { isLoading }] = useOrderAgainMutation()
  const [cancel] = useCancelOrderMutation()
  const [open, setOpen] = useState<'receipt' | 'cancel'>()
  const close = () => setOpen(undefined)
  const question = useCancelQuestion(order)
  const { id, number, status, source, has_receipt, may_cancel } = order
  const orderAgain = async () => {
    const { data, error } = await again({ id })
    if (error) return void toast.error(t('order.againFailed'), { text: (error as CallError).error })
    const left = data.left_out.map(({ display_name }) => display_name).join(listSeparator(language))
    if (order.items.every(({ product_id }) => data.left_out.some((product) => product.id === product_id)))
      return void toast.error(t('order.againFailed'), { text: t('order.againLeft', { names: left }) })
    toast.success(t('order.againDone'), left ? { text: t('order.againLeft', { names: left }) } : {})
    void navigate('/shop/cart', { state: { from: `/shop/orders/${id}` } })
  }
  return (
    <div className={classes.actions}>
      {has_receipt ? (
        <Button kind="primary" block icon={<IconReceipt aria-hidden />} onClick={() => setOpen('receipt')}>
          {t('order.receipt')}
        </Button>
      ) : null}
      {status === 'pending' || source === 'shopify' ? null : (
        <Button block icon={<IconRefresh aria-hidden />} loading={isLoading} onClick={() => void orderAgain()}>
          {t('order.again')}
        </Button>
      )}
      {may_cancel ? (
        <Button kind="danger-outline" block icon={<IconX aria-hidden />} onClick={() => setOpen('cancel')}>
          {t('order.cancel')}
        </Button>
      ) : null}
      {open === 'receipt' ? (
        <ReceiptDialog
          endpoint={getReceipt}
          id={id}
          number={number}
          addressee={order.recipient_name}
          hint={t('order.receiptNote')}
          patient={null}
          onClose={close}
        />
      ) : null}
      {open === 'cancel' ? (
        <ConfirmDialog
          title={t('order.cancel')}
          patient={null}
          question={question}
          what={number}
          confirm={t('order.cancel')}
          kind="danger"
          onClose={close}
          onConfirm={() => {
            close()
            void save(() => cancel({ id }), { done: t('order.cancelled'), failed: t('order.cancelFailed'), text: number })
          }}
        />
      ) : null}
    </div>
  )
}
