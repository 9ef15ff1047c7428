import type { MessagePin } from '@sukoyaka/wire/care/message-mark'
import { IconPinnedOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { save } from '../../../ui/form/save.ts'
import { useRemoveMessagePinMutation } from './api.ts'
import classes from './PinList.module.css'
import { usePinWords } from './pin-words.ts'

type Props = { pins: readonly MessagePin[]; onJump: (message_id: number) => void }

export function PinList({ pins, onJump }: Props) {
  const { t } = useTranslation('message_room')
  const canWrite = usePermission('coordination.write')
  const words = usePinWords()
  const [remove] = useRemoveMessagePinMutation()
  const removePin = (id: number) => void save(() => remove({ id }), { done: t('pins.removed'), failed: t('pins.failed') })
  return (
    <ul className={classes.list} aria-label={t('pins.title')}>
      {pins.map((pin) => (
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
  )
}
