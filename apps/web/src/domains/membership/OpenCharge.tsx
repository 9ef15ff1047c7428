import { formatDay } from '@sukoyaka/rules/time'
import type { ContractCharge } from '@sukoyaka/wire/care/membership'
import type { ClientSecret, Payment } from '@sukoyaka/wire/people/payment'
import { IconAlertCircle, IconCreditCard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { yen } from '../../ui/text/yen.ts'
import { useListPaymentSourcesQuery } from '../payment/api.ts'
import { ConfirmPayment, type Outcome } from '../payment/ConfirmPayment.tsx'
import { usePayChargeMutation } from './api.ts'
import classes from './Membership.module.css'

type Props = { charge: ContractCharge; isOwn: boolean; user_id: number }

/** A declined charge and the days of its next steps. Patients also see why it was declined, and can pay with their saved card (not optimistic). */
export function OpenCharge({ charge, isOwn, user_id }: Props) {
  const { t } = useTranslation('membership')
  const language = useLanguage()
  const { currentData: cards } = useListPaymentSourcesQuery({ user_id })
  const card = cards?.items[0]
  const amount = yen(charge.amount)
  const day = (text: string) => formatDay(text, language)
  return (
    <Card
      className={classes.open}
      title={
        <span className={classes.openTitle}>
          <IconAlertCircle size={22} aria-hidden />
          {t('due.title', { day: day(charge.due_on) })}
        </span>
      }
    >
      <p>
        {isOwn ? (card ? t('due.text', { last4: card.last4, amount }) : t('due.textNoCard', { amount })) : t('due.staff', { amount })}{' '}
        {/* without a card the sentence before already says why, and a card may have been saved since */}
        {isOwn && charge.decline_reason !== 'no_card' ? charge.decline_text : null}
      </p>
      <ol className={classes.steps}>
        <Step day={day(charge.due_on)} text={t('due.tried')} isPast />
        {charge.next_try_on ? <Step day={day(charge.next_try_on)} text={t('due.retry')} /> : null}
        {charge.ends_on ? <Step day={day(charge.ends_on)} text={t('due.end')} /> : null}
      </ol>
      <p>{charge.status === 'paying' ? t(isOwn ? 'due.paying' : 'due.staffPaying') : t(isOwn ? 'due.still' : 'due.staffStill')}</p>
      {isOwn ? (
        <div className={classes.actions}>
          <ButtonLink to="/settings/payment" kind={card ? 'secondary' : 'primary'} icon={<IconCreditCard aria-hidden />}>
            {t(card ? 'due.changeCard' : 'due.addCard')}
          </ButtonLink>
          {card ? <PayButton charge={charge} /> : null}
        </div>
      ) : null}
    </Card>
  )
}

function Step({ day, text, isPast = false }: { day: string; text: string; isPast?: boolean }) {
  return (
    <li className={classes.step} data-past={isPast || undefined}>
      <strong>{day}</strong>
      <span>{text}</span>
    </li>
  )
}

/** Charges the saved card; the bank may require 3-D Secure first. */
function PayButton({ charge }: { charge: ContractCharge }) {
  const { t } = useTranslation('membership')
  const [pay, { isLoading }] = usePayChargeMutation()
  const [started, setStarted] = useState<{ payment: Payment; secret: ClientSecret }>()
  const showOutcome = ({ isPaid, problem }: Outcome) => {
    setStarted(undefined)
    if (isPaid) toast.success(t('due.paid'))
    else if (problem) toast.error(t('due.failed'), { text: problem })
    else toast.info(t('due.unknown'))
  }
  const run = async () => {
    const { data, error } = await pay({ id: charge.id })
    if (error) return void toast.error(t('due.failed'), { text: (error as CallError).error })
    const { payment, confirmation } = data
    if (payment && confirmation) return setStarted({ payment, secret: confirmation })
    // a free charge has no payment
    const isPaid = !payment || payment.status === 'succeeded'
    showOutcome({ isPaid, problem: isPaid ? undefined : (payment.decline_text ?? t('due.declined')) })
  }
  return (
    <>
      <Button kind="primary" loading={isLoading || started !== undefined} onClick={() => void run()}>
        {t(charge.status === 'paying' ? 'due.goOn' : 'due.pay')}
      </Button>
      {started ? <ConfirmPayment {...started} onOutcome={showOutcome} onLeave={() => setStarted(undefined)} /> : null}
    </>
  )
}
