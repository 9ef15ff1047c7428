import type { listMessagePins } from '@sukoyaka/wire/care/message-mark'
import type { Reply } from '@sukoyaka/wire/endpoint'
import { IconPinnedOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { save } from '../../../ui/form/save.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { useListMessagePinsQuery, useRemoveMessagePinMutation } from './api.ts'
import classes from './PinList.module.css'
import { usePinWords } from './pin-words.ts'

/** A page of the pins of a conversation. */
export type PinPage = Reply<typeof listMessagePins>
type Props = { pins: PinPage; onJump: (message_id: number) => void }

/** The pins of a page, and on request those of the next pages. */
export function PinList({ pins, onJump }: Props) {
  const { t } = useTranslation('message_room')
  const canWrite = usePermission('coordination.write')
  const words = usePinWords()
  const [remove] = useRemoveMessagePinMutation()
  const removePin = (id: number) => void save(() => remove({ id }), { done: t('pins.removed'), failed: t('pins.failed') })
  const { items, next_page } = pins
  return (
    <>
      <ul className={classes.list} aria-label={t('pins.title')}>
        {items.map((pin) => (
          <li key={pin.id} className={classes.item}>
            <button type="button" className={classes.jump} onClick={() => onJump(pin.message_id)}>
              <span className="visually-hidden">{t('pins.jump')}: </span>
              <span className={classes.text} lang="ja">
                {words.text(pin)}
              </span>
              <span className={classes.by}>{words.by(pin)}</span>
            </button>
            {canWrite ? <IconButton size="small" label={t('pins.remove')} icon={<IconPinnedOff aria-hidden />} onClick={() => removePin(pin.id)} /> : null}
          </li>
        ))}
      </ul>
      {items[0] && next_page ? <NextPins patient_id={items[0].patient_id} page={next_page} onJump={onJump} /> : null}
    </>
  )
}

function NextPins({ patient_id, page, onJump }: { patient_id: number; page: number; onJump: Props['onJump'] }) {
  const { t } = useTranslation('message_room')
  const [isOpen, setOpen] = useState(false)
  const query = useListMessagePinsQuery({ patient_id, page }, { skip: !isOpen })
  if (!isOpen)
    return (
      <Button kind="ghost" size="small" onClick={() => setOpen(true)}>
        {t('search.more')}
      </Button>
    )
  return (
    <QueryView query={query} error={t('pins.error')}>
      {(pins) => <PinList pins={pins} onJump={onJump} />}
    </QueryView>
  )
}
