import type { Reply } from '@sukoyaka/wire/endpoint'
import type { Order } from '@sukoyaka/wire/people/order'
import type { createPaymentSecret } from '@sukoyaka/wire/people/payment'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useCreatePaymentSecretMutation, useRefreshPaymentMutation } from '../../domains/payment/api.ts'
import { CardDialog } from '../../domains/payment/CardDialog.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { yen } from '../../ui/text/yen.ts'
import classes from './Orders.module.css'

/** Pays an order that is still open, for example after the page was closed while the card was entered. */
export function PayOrder({ order: { id, total, reserved_until } }: { order: Order }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const [create, { isLoading }] = useCreatePaymentSecretMutation()
  const [refresh] = useRefreshPaymentMutation()
  const [secret, setSecret] = useState<Reply<typeof createPaymentSecret>>()
  const open = async () => {
    const { data, error } = await create({ order_id: id })
    if (error) return void toast.error((error as CallError).error)
    setSecret(data)
  }
  return (
    <div className={classes.pay}>
      {reserved_until ? <p>{t('order.payBy', { time: formatDate(reserved_until, language, { time: true }) })}</p> : null}
      <Button kind="pri" loading={isLoading} onClick={() => void open()}>
        {t('order.payNow')}
      </Button>
      {secret ? (
        <CardDialog
          secret={secret}
          amount={yen(total)}
          isAtBank={secret.payment.status === 'requires_action'}
          onClose={() => setSecret(undefined)}
          onAnswer={(reason) => {
            setSecret(undefined)
            if (reason) toast.error(t('checkout.declined'), { text: t(`decline.${reason}`) })
            void refresh({ id: secret.payment.id })
          }}
        />
      ) : null}
    </div>
  )
}
