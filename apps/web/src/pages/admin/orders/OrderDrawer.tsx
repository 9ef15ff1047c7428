import { refundableAmount } from '@sukoyaka/rules/people/payment/refund'
import type { Order } from '@sukoyaka/wire/people/order'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Disputes } from '../../../domains/payment/Disputes.tsx'
import { useGetOrderQuery } from '../../../domains/shop/api.ts'
import { Totals } from '../../../domains/shop/cart/Totals.tsx'
import { OrderItems, OrderState } from '../../../domains/shop/order/OrderParts.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../../ui/form/length.ts'
import { save } from '../../../ui/form/save.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { yen } from '../../../ui/text/yen.ts'
import { parseInteger } from '../records/draft.ts'
import classes from './Orders.module.css'
import { useCancelAnyOrderMutation, useDeliverOrderMutation, useRefundOrderMutation, useShipOrderMutation } from './orders-api.ts'
import { Recipient } from './Recipient.tsx'

const maxNoteLength = 500
type Step = 'ship' | 'cancel' | 'refund'

/** An order and what can be done with it now. */
export function OrderDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['order_admin', 'order'])
  const query = useGetOrderQuery({ id })
  const [step, setStep] = useState<Step>()
  const order = query.currentData
  const back = () => setStep(undefined)
  if (order && step === 'ship') return <ShipDialog order={order} onClose={back} />
  if (order && (step === 'cancel' || step === 'refund')) return <NoteDialog order={order} step={step} onClose={back} />
  return (
    <Dialog
      side
      title={order?.number ?? t('order_admin:title')}
      patient={null}
      onClose={onClose}
      footer={order ? () => <Actions order={order} onStep={setStep} /> : undefined}
    >
      <QueryView query={query} error={t('order:order.error')}>
        {(found) => (
          <div className={classes.parts}>
            <OrderState order={found} isPlaced={false} />
            <OrderItems order={found} />
            <Totals amounts={found} />
            {found.refunded_amount ? <p>{t('order:order.refunded', { amount: yen(found.refunded_amount) })}</p> : null}
            {found.failed_refund_amount ? (
              <div role="alert">
                <FieldMessage id="order-refund-failed">{t('order_admin:refund.rejected', { amount: yen(found.failed_refund_amount) })}</FieldMessage>
              </div>
            ) : null}
            {found.disputes?.length ? <Disputes disputes={found.disputes} /> : null}
            <Recipient order={found} />
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

const refundableOf = ({ payment, disputes = [] }: Order) => (payment ? refundableAmount(payment, disputes) : 0)

function Actions({ order, onStep }: { order: Order; onStep: (step: Step) => void }) {
  const { t } = useTranslation('order_admin')
  const { id, status, number, updated_at, may_cancel } = order
  const [deliver] = useDeliverOrderMutation()
  return (
    <>
      {refundableOf(order) > 0 ? (
        <Button kind="danger-outline" onClick={() => onStep('refund')}>
          {t('refund.open')}
        </Button>
      ) : null}
      {may_cancel ? (
        <Button kind="danger-outline" onClick={() => onStep('cancel')}>
          {t('cancel.open')}
        </Button>
      ) : null}
      {status === 'paid' ? (
        <Button kind="primary" onClick={() => onStep('ship')}>
          {t('ship.open')}
        </Button>
      ) : null}
      {status === 'shipped' ? (
        <Button kind="primary" onClick={() => void save(() => deliver({ id, updated_at }), { done: t('deliver.done'), failed: t('failed'), text: number })}>
          {t('deliver.open')}
        </Button>
      ) : null}
    </>
  )
}

function ShipDialog({ order: { id, number, updated_at }, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('order_admin')
  const [ship] = useShipOrderMutation()
  const form = useForm(
    `orders/${id}/ship`,
    { carrier: '', tracking_number: '' },
    {
      version: updated_at,
      send: (values, version) => ship({ id, carrier: values.carrier.trim(), tracking_number: values.tracking_number.trim(), updated_at: version }),
      messages: { done: t('ship.done'), failed: t('failed'), text: number },
      onClose,
    },
  )
  return (
    <FormDialog form={form} patient={null} title={t('ship.title')} subtitle={number} submit={t('ship.open')}>
      <TextInput data-autofocus label={t('ship.carrier')} maxLength={50} {...form.field('carrier')} />
      <TextInput label={t('ship.tracking')} maxLength={50} {...form.field('tracking_number')} />
    </FormDialog>
  )
}

/** Cancels or refunds an order. The patient can read the note. */
function NoteDialog({ order, step, onClose }: { order: Order; step: 'cancel' | 'refund'; onClose: () => void }) {
  const { t } = useTranslation('order_admin')
  const { id, number, updated_at } = order
  const [cancel] = useCancelAnyOrderMutation()
  const [refund] = useRefundOrderMutation()
  const rest = refundableOf(order)
  const isAmount = (text: string) => {
    const amount = parseInteger(text) ?? 0
    return amount >= 1 && amount <= rest
  }
  const form = useForm(
    `orders/${id}/${step}`,
    { amount: String(rest), note: '' },
    {
      version: updated_at,
      check: ({ amount, note }) => ({
        amount: step === 'refund' && !isAmount(amount) && t('refund.rangeError', { amount: yen(rest) }),
        note: (!note.trim() && t('noteRequired')) || lengthOf(note) > maxNoteLength,
      }),
      send: ({ amount, note }, version) =>
        step === 'refund'
          ? refund({ id, note: note.trim(), updated_at: version, amount: parseInteger(amount)! })
          : cancel({ id, note: note.trim(), updated_at: version }),
      messages: { done: t(`${step}.done`), failed: t('failed'), text: number },
      onClose,
    },
  )
  return (
    <FormDialog form={form} patient={null} title={t(`${step}.title`)} subtitle={number} submit={t(`${step}.open`)} isDanger>
      <p>{t(`${step}.text`)}</p>
      {order.disputes?.length ? <Disputes disputes={order.disputes} /> : null}
      {step === 'refund' ? (
        <TextInput required label={t('refund.amount')} hint={t('refund.range', { amount: yen(rest) })} inputMode="numeric" {...form.field('amount')} />
      ) : null}
      <TextArea required label={t('note')} hint={t('noteHint')} maxLength={maxNoteLength} {...form.field('note')} />
    </FormDialog>
  )
}
