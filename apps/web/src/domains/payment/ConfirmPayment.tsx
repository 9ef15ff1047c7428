import type { ClientSecret, DeclineReason, Payment } from '@sukoyaka/wire/people/payment'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { yen } from '../../ui/text/yen.ts'
import { useRefreshPaymentMutation } from './api.ts'
import { CardDialog } from './CardDialog.tsx'

/** `problem` says why the payment failed. Without a problem, the payment succeeded (`isPaid`), or its outcome is not known yet. */
export type Outcome = { isPaid: boolean; problem: string | undefined }

type Props = { payment: Payment; secret: ClientSecret; onOutcome: (outcome: Outcome) => void; onLeave: () => void }

/** Confirms a started payment by a new card or by 3-D Secure for the saved card, then asks the server for the outcome. */
export function ConfirmPayment({ payment, secret, onOutcome, onLeave }: Props) {
  const { t } = useTranslation('order')
  const [refresh] = useRefreshPaymentMutation()
  const [isAnswered, setAnswered] = useState(false)
  const answer = async (reason: DeclineReason | null) => {
    setAnswered(true)
    const { data } = await refresh({ id: payment.id })
    const hasFailed = data?.status === 'failed' || data?.status === 'cancelled'
    onOutcome({ isPaid: data?.status === 'succeeded', problem: hasFailed ? (data.decline_text ?? t(`decline.${reason ?? 'declined'}`)) : undefined })
  }
  if (isAnswered) return null
  return (
    <CardDialog
      secret={secret}
      amount={yen(payment.amount)}
      isAtBank={payment.status === 'requires_action'}
      onAnswer={(reason) => void answer(reason)}
      onClose={onLeave}
    />
  )
}
