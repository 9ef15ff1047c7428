import { formatPhone } from '@sukoyaka/rules/person'
import type { SavedCard } from '@sukoyaka/wire/people/payment'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cardName, expiryOf } from '../../../domains/payment/words.ts'
import { AddressDialog } from '../../../domains/shop/order/AddressDialog.tsx'
import { AddressText } from '../../../domains/shop/order/AddressText.tsx'
import { isComplete, type Recipient } from '../../../domains/shop/order/recipient.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { RadioCards } from '../../../ui/choice/RadioCards.tsx'
import classes from './Checkout.module.css'

export type PayBy = 'saved_card' | 'new_card'

/** A numbered part of the checkout. */
export function Sheet({ at, title, action, children }: { at: number; title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.sheet} aria-labelledby={id}>
      <header className={classes.sheetHead}>
        <span className={classes.step} aria-hidden="true">
          {at}
        </span>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  )
}

export function AddressSheet({ recipient, onChange }: { recipient: Recipient; onChange: (recipient: Recipient) => void }) {
  const { t } = useTranslation('order')
  const [isOpen, setOpen] = useState(false)
  const { recipient_name, phone_number, ...address } = recipient
  const use = (typed: Recipient) => {
    onChange(typed)
    return undefined
  }
  const edit = (
    <Button kind="ghost" size="small" onClick={() => setOpen(true)}>
      {isComplete(recipient) ? t('address.change') : t('address.enter')}
    </Button>
  )
  return (
    <Sheet at={1} title={t('address.title')} action={edit}>
      {isComplete(recipient) ? (
        <div lang="ja">
          <p className={classes.name}>{t('address.nameOf', { name: recipient_name })}</p>
          <p>
            <AddressText address={address} />
          </p>
          <p className={classes.note}>{formatPhone(phone_number)}</p>
        </div>
      ) : (
        <p className={classes.missing}>{t('checkout.addressMissing')}</p>
      )}
      {isOpen ? <AddressDialog recipient={recipient} send={use} onClose={() => setOpen(false)} /> : null}
    </Sheet>
  )
}

type PaymentProps = {
  card: SavedCard | undefined
  isFree: boolean
  value: PayBy
  onChange: (value: PayBy) => void
  saves: boolean
  isSaveFixed: boolean
  onSave: (saves: boolean) => void
}

export function PaymentSheet({ card, isFree, value, onChange, saves, isSaveFixed, onSave }: PaymentProps) {
  const { t } = useTranslation('order')
  if (isFree)
    return (
      <Sheet at={3} title={t('pay.title')}>
        <p>{t('pay.none')}</p>
      </Sheet>
    )
  return (
    <Sheet at={3} title={t('pay.title')}>
      <RadioCards
        label={t('pay.title')}
        value={value}
        onChange={onChange}
        cards={[
          ...(card ? [{ value: 'saved_card' as const, title: cardName(card), text: t('pay.saved', expiryOf(card)) }] : []),
          { value: 'new_card' as const, title: card ? t('pay.new') : t('pay.first'), text: t('pay.newText') },
        ]}
      />
      {value === 'new_card' ? (
        <Checkbox
          className={classes.save}
          label={t('pay.save')}
          checked={saves}
          disabled={isSaveFixed}
          onChange={(event) => onSave(event.currentTarget.checked)}
        />
      ) : null}
      {card ? (
        <Link className={classes.manage} to="/settings/payment">
          {t('pay.manage')}
        </Link>
      ) : null}
    </Sheet>
  )
}
