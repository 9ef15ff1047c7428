import type { Appearance, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { DeclineReason } from '@sukoyaka/wire/people/payment'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { FieldMessage } from '../../ui/form/FieldMessage.tsx'
import { SubmitButtons } from '../../ui/form/SubmitButtons.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import type { CardDialogProps } from './card-dialog-props.ts'
import classes from './Payment.module.css'

const locales = { ja: 'ja', en: 'en', kr: 'ko' } as const
const reasons: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
}
const reasonOf = ({ code = '', decline_code = '' }: StripeError): DeclineReason => reasons[decline_code] ?? reasons[code] ?? 'declined'

/** Colours and font size of the page for Stripe's element, which is in an iframe. */
const appearanceOf = (element: Element): Appearance => {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    variables: {
      colorPrimary: token('--accent-7'),
      colorBackground: token('--bg-surface'),
      colorText: token('--fg'),
      colorDanger: token('--danger-6'),
      fontSizeBase: '16px',
    },
  }
}

/** Stripe’s own element: the card goes from the browser to Stripe. */
export function StripeDialog({ secret, amount, isAtBank = false, onAnswer, onClose }: CardDialogProps) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const loaded = useRef<{ stripe: Stripe; elements: StripeElements }>(undefined)
  const [isReady, setReady] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const answered = useRef(onAnswer)
  answered.current = onAnswer
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is made once for its secret
  useEffect(() => {
    let isUnmounted = false
    const open = async () => {
      const stripe = await loadStripe(secret.publishable_key, { locale: locales[language] }).catch(() => null)
      if (isUnmounted || !box.current) return
      if (!stripe) return setProblem(t('dialog.loadFailed'))
      if (isAtBank) {
        const { error } = await stripe.handleNextAction({ clientSecret: secret.client_secret })
        return answered.current(error ? reasonOf(error) : null)
      }
      const elements = stripe.elements({ clientSecret: secret.client_secret, appearance: appearanceOf(box.current) })
      const element = elements.create('payment')
      element.on('ready', () => setReady(true))
      element.on('loaderror', () => setProblem(t('dialog.loadFailed')))
      element.mount(box.current)
      loaded.current = { stripe, elements }
    }
    void open()
    return () => {
      isUnmounted = true
      loaded.current?.elements.getElement('payment')?.destroy()
    }
  }, [secret.client_secret])
  const submit = async () => {
    if (!loaded.current || isSending) return
    setSending(true)
    setProblem(undefined)
    const { stripe, elements } = loaded.current
    const options = { elements, redirect: 'if_required', confirmParams: { return_url: location.href } } as const
    const { error } = amount ? await stripe.confirmPayment(options) : await stripe.confirmSetup(options)
    setSending(false)
    if (error?.type === 'validation_error') setProblem(error.message)
    else onAnswer(error ? reasonOf(error) : null)
  }
  return (
    <Dialog
      title={isAtBank ? t('dialog.bank') : amount ? t('dialog.pay') : t('dialog.save')}
      patient={null}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={(close) =>
        isAtBank ? (
          <Button kind="neutral" onClick={close}>
            {t('dialog.later')}
          </Button>
        ) : (
          <SubmitButtons label={amount ? t('dialog.payNow', { amount }) : t('dialog.saveNow')} isBusy={isSending} isBlocked={!isReady} onCancel={close} />
        )
      }
    >
      {isReady || problem ? null : <p className={classes.note}>{t(isAtBank ? 'dialog.bankOpening' : 'dialog.loading')}</p>}
      <div ref={box} />
      {problem ? (
        <div role="alert">
          <FieldMessage id="card-problem">{problem}</FieldMessage>
        </div>
      ) : null}
    </Dialog>
  )
}
