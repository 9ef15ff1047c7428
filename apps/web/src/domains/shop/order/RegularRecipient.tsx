import type { RegularDelivery } from '@sukoyaka/wire/people/regular-delivery'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { useChangeRegularDeliveryMutation } from '../api.ts'
import classes from './Order.module.css'
import { RecipientText } from './RecipientText.tsx'
import { recipientInput, typedRecipient } from './recipient.ts'

const AddressDialog = lazyNamed(() => import('./AddressDialog.tsx'), 'AddressDialog')

/** Where a regular delivery goes, which can be changed. */
export function RegularRecipient({ delivery }: { delivery: RegularDelivery }) {
  const { id, recipient_name, phone_number, address, updated_at } = delivery
  const { t } = useTranslation('order')
  const [change] = useChangeRegularDeliveryMutation()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.recipient}>
      <div>
        <p className={classes.note}>{t('address.title')}</p>
        <RecipientText recipient_name={recipient_name} phone_number={phone_number} address={address} />
      </div>
      <Button kind="ghost" size="small" onClick={() => setOpen(true)}>
        {t('regular.address')}
      </Button>
      <Suspense>
        {isOpen ? (
          <AddressDialog
            recipient={typedRecipient(delivery)}
            version={updated_at}
            send={(values, version) => {
              const recipient = recipientInput(values)
              return recipient ? change({ id, ...recipient, updated_at: version }) : undefined
            }}
            messages={{ done: t('regular.changed'), failed: t('regular.failed') }}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}
