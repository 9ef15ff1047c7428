import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useMarkNoReplyNeeded } from '../rooms/use-mark-no-reply-needed.ts'
import { useRoomWords } from '../rooms/words.ts'
import classes from './WaitingBar.module.css'

/** A read message can still need a reply: the bar stays until someone replies or marks it as not needing one. */
export function WaitingBar({ room }: { room: MessageRoom }) {
  const { t } = useTranslation('message_room')
  const canWrite = usePermission('coordination.write')
  const markNoReplyNeeded = useMarkNoReplyNeeded(room)
  const words = useRoomWords()
  if (!room.unresponded_since) return null
  const long = words.long(room.unresponded_since)
  return (
    <div className={classes.bar}>
      <IconClock aria-hidden size={18} />
      <span className={classes.words}>{long ? t('waiting.bar', { long }) : t('waiting.barNow')}</span>
      {canWrite ? (
        <Button size="small" onClick={markNoReplyNeeded}>
          {t('waiting.none')}
        </Button>
      ) : null}
    </div>
  )
}
