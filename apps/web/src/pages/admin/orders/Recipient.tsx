import { formatPhone } from '@sukoyaka/rules/person'
import type { Order } from '@sukoyaka/wire/people/order'
import { useTranslation } from 'react-i18next'
import { AddressText } from '../../../domains/shop/order/AddressText.tsx'

/** Name, address and phone number for the delivery. */
export function Recipient({ order: { recipient_name, phone_number, address } }: { order: Order }) {
  const { t } = useTranslation('order')
  return (
    <section>
      <h3>{t('address.title')}</h3>
      <div lang="ja">
        <p>{t('address.nameOf', { name: recipient_name })}</p>
        <p>
          <AddressText address={address} />
        </p>
        <p>{formatPhone(phone_number)}</p>
      </div>
    </section>
  )
}
