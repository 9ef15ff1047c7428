import type { Reply } from '@sukoyaka/wire/endpoint'
import type { Order } from '@sukoyaka/wire/people/order'
import type { createPaymentSecret } from '@sukoyaka/wire/people/payment'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useCreatePaymentSecretMutation } from '../../domains/payment/api.ts'
import { ConfirmPayment } from '../../domains/payment/ConfirmPayment.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { toast } from '../../ui/overlay/toast.ts'
import classes from './Orders.module.css'

/** Pays a pending order, for example after the page was closed while the card was entered. */
export function PayOrder({ order: { id, source, reserved_until } }: { order: Order }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const [create, { isLoading }] = useCreatePaymentSecretMutation()
  const [secret, setSecret] = useState<Reply<typeof createPaymentSecret>>()
  const open = async () => {
    const { data, error } = await create({ order_id: id })
    if (error) return void toast.error((error as CallError).error)
    setSecret(data)
  }
  return (
    <div className={classes.pay}>
      {reserved_until ? <p>{t('order.payBy', { time: formatDate(reserved_until, language, { time: true }) })}</p> : null}
      <Button kind="primary" loading={isLoading} onClick={() => void open()}>
        {t('order.payNow')}
      </Button>
      {secret ? (
        <ConfirmPayment
          payment={secret.payment}
          secret={secret}
          onLeave={() => setSecret(undefined)}
          onOutcome={({ problem }) => {
            setSecret(undefined)
            // only the products of a purchase from the cart are put back into the cart
            if (problem) toast.error(t('checkout.declined'), { text: source === 'web' ? t('checkout.declinedBecause', { problem }) : problem })
          }}
        />
      ) : null}
    </div>
  )
}
