import { fullName } from '@sukoyaka/rules/person'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Avatar } from '../../../ui/status/Avatar.tsx'
import { UnreadBadge } from '../../../ui/status/UnreadBadge.tsx'
import { japaneseLang } from '../../../ui/text/text-lang.ts'
import { RemindBell } from '../remind/RemindBell.tsx'
import classes from './RoomList.module.css'

export type RowProps = { room: MessageRoom; current: boolean; tabbable: boolean }

export function RoomRow({ room, current, tabbable }: RowProps) {
  const { t } = useTranslation('message')
  const language = useLanguage()
  const { patient, unread_count, next_remind_at } = room
  const plan = patient.plan?.display_name
  return (
    <li>
      <Link
        to={`/${patient.id}/summary`}
        className={clsx(classes.row, unread_count > 0 && classes.unread)}
        aria-current={current ? 'page' : undefined}
        tabIndex={tabbable ? 0 : -1}
        data-room={room.id}
      >
        <Avatar person={{ ...patient, role: 'patient' }} />
        <span className={classes.words}>
          <span className={classes.name} lang="ja">
            {fullName(patient, language)}
          </span>
          <span className={classes.plan} lang={japaneseLang(plan)}>
            {plan ?? t('sidebar.noPlan')}
          </span>
        </span>
        <span className={classes.marks}>
          <RemindBell next_remind_at={next_remind_at} />
          <UnreadBadge count={unread_count} />
        </span>
      </Link>
    </li>
  )
}
