import { formatAddress, formatPhone } from '@sukoyaka/rules/person'
import type { Order } from '@sukoyaka/wire/people/order'
import { useTranslation } from 'react-i18next'

/** Where the parcel goes. */
export function Recipient({ order: { recipient_name, phone_number, address } }: { order: Order }) {
  const { t } = useTranslation('order')
  return (
    <section>
      <h3>{t('address.title')}</h3>
      <div lang="ja">
        <p>{t('address.nameOf', { name: recipient_name })}</p>
        <p>{formatAddress(address, 'ja')}</p>
        <p>{formatPhone(phone_number)}</p>
      </div>
    </section>
  )
}
