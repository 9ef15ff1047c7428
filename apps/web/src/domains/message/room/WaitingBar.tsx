import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { IconClock } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useMarkNoReplyNeeded } from '../rooms/use-mark-no-reply-needed.ts'
import { useRoomWords } from '../rooms/words.ts'
import { NextWaiting } from './NextWaiting.tsx'
import { useNextWaiting } from './use-next-waiting.ts'
import classes from './WaitingBar.module.css'

/**
 * Bar of a conversation whose patient awaits a reply. It stays, even if all messages are read, until staff reply or mark it as needing no reply.
 * On the page of conversations (`isPage`), the bar also links to the next waiting conversation; there it is also shown if this one awaits no reply.
 */
export function WaitingBar({ room, isPage = false }: { room: MessageRoom; isPage?: boolean }) {
  if (room.unresponded_since) return <Waiting room={room} since={room.unresponded_since} isPage={isPage} />
  return isPage ? <OthersWaiting patient_id={room.patient.id} /> : null
}

function OthersWaiting({ patient_id }: { patient_id: number }) {
  const { t } = useTranslation('message_room')
  const { next } = useNextWaiting(patient_id)
  if (!next) return null
  return (
    <div className={clsx(classes.bar, classes.answered)}>
      <span className={classes.words}>{t('waiting.others')}</span>
      <NextWaiting patient_id={patient_id} />
    </div>
  )
}

function Waiting({ room, since, isPage }: { room: MessageRoom; since: string; isPage: boolean }) {
  const { t } = useTranslation('message_room')
  const canWrite = usePermission('coordination.write')
  const markNoReplyNeeded = useMarkNoReplyNeeded(room)
  const words = useRoomWords()
  const duration = words.duration(since)
  return (
    <div className={classes.bar}>
      <IconClock aria-hidden size={18} />
      <span className={classes.words}>{duration ? t('waiting.bar', { long: duration }) : t('waiting.barNow')}</span>
      {canWrite ? (
        <Button size="small" onClick={markNoReplyNeeded}>
          {t('waiting.none')}
        </Button>
      ) : null}
      {isPage ? <NextWaiting patient_id={room.patient.id} isWaiting /> : null}
    </div>
  )
}
