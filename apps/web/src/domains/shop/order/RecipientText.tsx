import { formatPhone } from '@sukoyaka/rules/person'
import { useTranslation } from 'react-i18next'
import { AddressText } from './AddressText.tsx'
import classes from './Order.module.css'
import type { StoredRecipient } from './recipient.ts'

/** Name, address and phone number of a recipient. */
export function RecipientText({ recipient_name, phone_number, address }: StoredRecipient) {
  const { t } = useTranslation('order')
  return (
    <div lang="ja">
      <p className={classes.name}>{t('address.nameOf', { name: recipient_name })}</p>
      <p>
        <AddressText address={address} />
      </p>
      <p className={classes.note}>{formatPhone(phone_number)}</p>
    </div>
  )
}
