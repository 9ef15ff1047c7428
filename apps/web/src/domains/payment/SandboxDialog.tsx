import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { Button } from '../../ui/button/Button.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAuthenticateInSandboxMutation, useConfirmInSandboxMutation } from './api.ts'
import type { CardDialogProps } from './card-dialog-props.ts'
import classes from './Payment.module.css'

const digitsIn = (text: string) => text.normalize('NFKC').replace(/\D/g, '')
/** The typed expiry, such as `12/34`; null if invalid. */
const parseExpiry = (text: string) => {
  const [, month, year] = /^(\d{1,2})(\d{2})$/.exec(digitsIn(text)) ?? []
  return month && year && Number(month) >= 1 && Number(month) <= 12 ? { exp_month: Number(month), exp_year: 2000 + Number(year) } : null
}

/** The form of the demo in place of Stripe’s: it takes test cards only. */
export function SandboxDialog({ secret, amount, isAtBank = false, onAnswer, onClose }: CardDialogProps) {
  const { t } = useTranslation('order')
  const [confirm] = useConfirmInSandboxMutation()
  const [asksBank, setAsksBank] = useState(isAtBank)
  const { client_secret } = secret
  const form = useForm(
    undefined,
    { number: '', expiry: '', cvc: '' },
    {
      names: { exp_month: 'expiry', exp_year: 'expiry' },
      check: (values) => ({
        number: digitsIn(values.number).length !== 16 && t('dialog.numberInvalid'),
        expiry: !parseExpiry(values.expiry) && t('dialog.expiryInvalid'),
        cvc: !/^\d{3,4}$/.test(digitsIn(values.cvc)) && t('dialog.cvcInvalid'),
      }),
      send: (values) => confirm({ client_secret, number: digitsIn(values.number), ...parseExpiry(values.expiry)! }),
      onSaved: ({ status, decline_reason }) => {
        if (status === 'requires_action') setAsksBank(true)
        else onAnswer(status === 'succeeded' ? null : (decline_reason ?? 'declined'))
      },
    },
  )
  if (asksBank) return <BankDialog client_secret={client_secret} onAnswer={onAnswer} onClose={onClose} />
  return (
    <FormDialog
      form={{ ...form, dialogProps: { ...form.dialogProps, onClose } }}
      patient={null}
      title={amount ? t('dialog.pay') : t('dialog.save')}
      submit={amount ? t('dialog.payNow', { amount }) : t('dialog.saveNow')}
    >
      <p className={classes.note}>{t('dialog.sandbox')}</p>
      <TextInput data-autofocus required label={t('dialog.number')} inputMode="numeric" autoComplete="cc-number" maxLength={30} {...form.field('number')} />
      <div className={classes.pair}>
        <TextInput required label={t('dialog.expiry')} inputMode="numeric" autoComplete="cc-exp" maxLength={7} {...form.field('expiry')} />
        <TextInput required label={t('dialog.cvc')} inputMode="numeric" autoComplete="cc-csc" maxLength={4} {...form.field('cvc')} />
      </div>
    </FormDialog>
  )
}

/** 3-D Secure confirmation of the sandbox. */
function BankDialog({ client_secret, onAnswer, onClose }: { client_secret: string } & Pick<CardDialogProps, 'onAnswer' | 'onClose'>) {
  const { t } = useTranslation('order')
  const [authenticate, { isLoading }] = useAuthenticateInSandboxMutation()
  const answer = async (is_approved: boolean) => {
    const { data, error } = await authenticate({ client_secret, is_approved })
    if (error) return void toast.error((error as CallError).error)
    onAnswer(data?.status === 'succeeded' ? null : (data?.decline_reason ?? 'authentication_failed'))
  }
  return (
    <Dialog
      title={t('dialog.bank')}
      patient={null}
      onClose={onClose}
      footer={() => (
        <>
          <Button kind="neutral" disabled={isLoading} onClick={() => void answer(false)}>
            {t('dialog.bankNo')}
          </Button>
          <Button kind="primary" loading={isLoading} onClick={() => void answer(true)}>
            {t('dialog.bankYes')}
          </Button>
        </>
      )}
    >
      <p className={classes.bank}>{t('dialog.bankText')}</p>
    </Dialog>
  )
}
