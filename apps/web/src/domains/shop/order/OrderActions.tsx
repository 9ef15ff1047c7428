import { getReceipt, type Order } from '@sukoyaka/wire/people/order'
import { IconReceipt, IconRefresh, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CallError } from '../../../api/call-error.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { save } from '../../../ui/form/save.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { saveFile } from '../../../ui/page/download.ts'
import { useCancelOrderMutation, useOrderAgainMutation } from '../api.ts'
import { fetchFile } from './fetch-file.ts'
import classes from './Order.module.css'

/** Receipt, ordering again and cancelling. */
export function OrderActions({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const navigate = useNavigate()
  const [again, { isLoading }] = useOrderAgainMutation()
  const [cancel] = useCancelOrderMutation()
  const [open, setOpen] = useState<'receipt' | 'cancel'>()
  const close = () => setOpen(undefined)
  const { id, number, has_receipt, may_cancel } = order
  const orderAgain = async () => {
    const { data, error } = await again({ id })
    if (error) return void toast.error(t('order.againFailed'), { text: (error as CallError).error })
    const left = data.left_out.map(({ display_name }) => display_name).join('、')
    toast.success(t('order.againDone'), left ? { text: t('order.againLeft', { names: left }) } : {})
    void navigate('/shop/cart', { state: { from: `/shop/orders/${id}` } })
  }
  return (
    <div className={classes.actions}>
      {has_receipt ? (
        <Button kind="pri" block icon={<IconReceipt aria-hidden />} onClick={() => setOpen('receipt')}>
          {t('order.receipt')}
        </Button>
      ) : null}
      <Button block icon={<IconRefresh aria-hidden />} loading={isLoading} onClick={() => void orderAgain()}>
        {t('order.again')}
      </Button>
      {may_cancel ? (
        <Button kind="dan-o" block icon={<IconX aria-hidden />} onClick={() => setOpen('cancel')}>
          {t('order.cancel')}
        </Button>
      ) : null}
      {open === 'receipt' ? <ReceiptDialog order={order} onClose={close} /> : null}
      {open === 'cancel' ? (
        <ConfirmDialog
          title={t('order.cancel')}
          patient={null}
          question={t('order.cancelQuestion')}
          what={number}
          confirm={t('order.cancel')}
          isRemoval={false}
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

/** The name on the receipt is chosen when it is downloaded. */
function ReceiptDialog({ order: { id, number, recipient_name }, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('order')
  const dispatch = useAppDispatch()
  const form = useForm(
    undefined,
    { addressee: recipient_name },
    {
      send: ({ addressee }) => dispatch(fetchFile(getReceipt, { id, ...(addressee.trim() && { addressee: addressee.trim() }) })),
      messages: { failed: t('order.receiptFailed') },
      onSaved: (file) => saveFile(t('order.receiptFile', { number }), file, 'application/pdf'),
      onClose,
    },
  )
  return (
    <FormDialog form={form} patient={null} title={t('order.receiptTitle')} submit={t('order.receiptGet')} unsaved={false}>
      <TextInput data-autofocus label={t('order.receiptName')} hint={t('order.receiptNote')} maxLength={100} {...form.field('addressee')} />
    </FormDialog>
  )
}
