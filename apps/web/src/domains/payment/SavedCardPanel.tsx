import type { Reply } from '@sukoyaka/wire/endpoint'
import type { createCardSecret, SavedCard } from '@sukoyaka/wire/people/payment'
import { IconCreditCard, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { Button } from '../../ui/button/Button.tsx'
import { save } from '../../ui/form/save.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useCreateCardSecretMutation, useListPaymentSourcesQuery, useRemovePaymentSourceMutation, useSaveCardMutation } from './api.ts'
import { CardDialog } from './CardDialog.tsx'
import classes from './Payment.module.css'
import { cardName, expiryOf } from './words.ts'

/** The saved card of the signed-in patient: add, replace and remove. */
export function SavedCardPanel() {
  const { t } = useTranslation('order')
  const query = useListPaymentSourcesQuery({})
  const [create, { isLoading }] = useCreateCardSecretMutation()
  const [saveCard] = useSaveCardMutation()
  const [secret, setSecret] = useState<Reply<typeof createCardSecret>>()
  const start = async () => {
    const { data, error } = await create({})
    if (error) return void toast.error(t('card.failed'), { text: (error as CallError).error })
    setSecret(data)
  }
  const add = (
    <Button icon={<IconCreditCard aria-hidden />} loading={isLoading} onClick={() => void start()}>
      {query.currentData?.items.length ? t('card.replace') : t('card.add')}
    </Button>
  )
  return (
    <Card title={t('card.own')}>
      <QueryView query={query} error={t('card.error')} empty={<Empty title={t('card.none')} text={t('card.noneText')} action={add} />}>
        {({ items }) => (items[0] ? <Saved card={items[0]}>{add}</Saved> : null)}
      </QueryView>
      <p className={`${classes.note} ${classes.safe}`}>{t('card.safe')}</p>
      {secret ? (
        <CardDialog
          secret={secret}
          amount={undefined}
          onClose={() => setSecret(undefined)}
          onAnswer={(reason) => {
            setSecret(undefined)
            if (reason) toast.error(t('card.failed'), { text: t(`decline.${reason}`) })
            else void save(() => saveCard({ setup_intent: secret.setup_intent }), { done: t('card.saved'), failed: t('card.failed') })
          }}
        />
      ) : null}
    </Card>
  )
}

function Saved({ card, children }: { card: SavedCard; children: React.ReactNode }) {
  const { t } = useTranslation('order')
  const [remove] = useRemovePaymentSourceMutation()
  const [isRemoving, setRemoving] = useState(false)
  return (
    <div className={classes.saved}>
      <div>
        <p className={classes.name}>{cardName(card)}</p>
        <p className={classes.note}>{t('card.expires', expiryOf(card))}</p>
      </div>
      {children}
      <Button kind="danger-outline" icon={<IconTrash aria-hidden />} onClick={() => setRemoving(true)}>
        {t('card.remove')}
      </Button>
      {isRemoving ? (
        <ConfirmDialog
          title={t('card.removeTitle')}
          patient={null}
          question={t('card.removeQuestion')}
          what={cardName(card)}
          confirm={t('card.remove')}
          onClose={() => setRemoving(false)}
          onConfirm={() => {
            setRemoving(false)
            void save(() => remove({ id: card.id }), { done: t('card.removed'), failed: t('card.removeFailed') })
          }}
        />
      ) : null}
    </div>
  )
}
