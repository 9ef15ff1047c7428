import { fullName } from '@sukoyaka/rules/person'
import { IconClock } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Tooltip } from '../../../ui/overlay/Tooltip.tsx'
import { Avatar } from '../../../ui/status/Avatar.tsx'
import { UnreadBadge } from '../../../ui/status/UnreadBadge.tsx'
import { RemindBell } from '../remind/RemindBell.tsx'
import type { RowProps } from '../sidebar/RoomRow.tsx'
import classes from './ConversationRow.module.css'
import { openOnPlainClick } from './plain-click.ts'
import { useRoomWords } from './words.ts'

/** Row of the list of conversations. */
export function ConversationRow({ room, current, tabbable, onOpen }: RowProps & { onOpen?: (patient_id: number) => void }) {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const words = useRoomWords()
  const { patient, unread_count, unresponded_since, last_message_at, next_remind_at, assignee } = room
  const assigned = assignee ? t('assign.to', { name: fullName(assignee, language) }) : ''
  const waitingText = unresponded_since ? t('row.waiting', { long: words.duration(unresponded_since) }).trim() : ''
  return (
    <li>
      <Link
        to={`/messages/${patient.id}`}
        className={clsx(classes.row, unread_count > 0 && classes.unread)}
        aria-current={current ? 'page' : undefined}
        tabIndex={tabbable ? 0 : -1}
        data-room={room.id}
        onClick={(event) => onOpen && openOnPlainClick(event, () => onOpen(patient.id))}
      >
        <Avatar person={{ ...patient, role: 'patient' }} size={40} />
        <span className={classes.words}>
          <span className={classes.line}>
            <span className={classes.name} lang="ja">
              {fullName(patient, language)}
            </span>
            <span className={classes.plan}>{patient.plan?.display_name}</span>
            {last_message_at ? (
              <time className={classes.when} dateTime={last_message_at}>
                {words.when(last_message_at)}
              </time>
            ) : null}
          </span>
          <span className={classes.line}>
            <span className={classes.last} lang="ja">
              {words.preview(room)}
            </span>
            <span className={classes.marks}>
              {unresponded_since ? (
                <Tooltip label={waitingText}>
                  <span className={classes.waiting}>
                    <IconClock aria-hidden size={14} />
                    <span aria-hidden="true">{words.duration(unresponded_since)}</span>
                    <span className="visually-hidden">{waitingText}</span>
                  </span>
                </Tooltip>
              ) : null}
              {assignee ? (
                <Tooltip label={assigned}>
                  <span className={classes.assignee}>
                    <Avatar person={assignee} size={20} />
                    <span className="visually-hidden">{assigned}</span>
                  </span>
                </Tooltip>
              ) : null}
              <RemindBell next_remind_at={next_remind_at} />
              <UnreadBadge count={unread_count} />
            </span>
          </span>
        </span>
      </Link>
    </li>
  )
}
