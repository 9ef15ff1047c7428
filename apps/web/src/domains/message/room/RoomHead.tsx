import { addressedName, fullName } from '@sukoyaka/rules/person'
import type { RoomPresence } from '@sukoyaka/wire/care/message-presence'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import {
  IconArrowLeft,
  IconArrowsDiagonal,
  IconBellFilled,
  IconBellPlus,
  IconLayoutSidebarRight,
  IconSearch,
  IconUserCheck,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { Avatar } from '../../../ui/status/Avatar.tsx'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import classes from './RoomHead.module.css'

export type RoomActions = {
  heading: 'h1' | 'h2'
  compact?: boolean
  /** Size of the care team; undefined while loading. */
  team_count?: number
  onBack?: () => void
  onContext?: () => void
  onExpand?: () => void
  onClose?: () => void
}
type Props = RoomActions & {
  room: MessageRoom
  others: readonly RoomPresence[]
  isSearching: boolean
  searchButton: RefObject<HTMLButtonElement | null>
  onSearch: () => void
  onRemind: () => void
  onAssign: () => void
}

const maxNames = 2
/** Above this length of the name, in UTF-16 units, the tools get a line of their own on phones. */
const longName = 20

export function RoomHead({ room, heading: Heading, others, isSearching, searchButton, onSearch, onRemind, onAssign, ...more }: Props) {
  const { t } = useTranslation(['message_room', 'common'])
  const language = useLanguage()
  const isStaff = usePermission('coordination.read')
  const mayRemind = usePermission('coordination.write')
  const { compact, team_count, onBack, onContext, onExpand, onClose } = more
  const remindAt = room.next_remind_at ?? undefined
  const { assignee } = room
  const remindWords = remindAt
    ? t('common:chat.remindLater', { at: formatDate(remindAt, language, { time: true, year: false }) })
    : t('message_room:head.remind')
  const name = isStaff ? addressedName(room.patient, language, 'staff') : t('message_room:head.teamOfMine')
  const tool = (label: string, icon: ReactNode, onClick: () => void, rest: { 'aria-expanded'?: boolean; ref?: RefObject<HTMLButtonElement | null> } = {}) => (
    <IconButton label={label} icon={icon} onClick={onClick} {...rest} />
  )
  return (
    <header className={clsx(classes.head, compact && classes.compact)}>
      {onBack ? (
        <span className={compact ? classes.backOfWindow : classes.back}>{tool(t('message_room:head.back'), <IconArrowLeft aria-hidden />, onBack)}</span>
      ) : null}
      {compact && isStaff ? <Avatar person={{ ...room.patient, role: 'patient' }} size={32} /> : null}
      <div className={classes.words}>
        <Heading className={clsx(classes.name, name.length > longName && classes.long)} tabIndex={-1} lang={isStaff ? 'ja' : undefined}>
          {name}
        </Heading>
        <p className={classes.under} aria-live="polite">
          {isStaff && assignee ? (
            <span className={classes.assignee}>
              {t('message_room:assign.to', { name: fullName(assignee, language) })}
              {language === 'ja' ? '・' : ' · '}
            </span>
          ) : null}
          <RoomSubtitle others={others} team_count={team_count} isStaff={isStaff} />
        </p>
      </div>
      <div className={classes.tools}>
        {tool(t('message_room:head.search'), <IconSearch aria-hidden />, onSearch, { 'aria-expanded': isSearching, ref: searchButton })}
        {mayRemind ? tool(remindWords, remindAt ? <IconBellFilled aria-hidden className={classes.reminded} /> : <IconBellPlus aria-hidden />, onRemind) : null}
        {mayRemind
          ? tool(
              assignee ? t('message_room:assign.to', { name: fullName(assignee, language) }) : t('message_room:assign.title'),
              assignee ? <IconUserCheck aria-hidden className={classes.reminded} /> : <IconUserPlus aria-hidden />,
              onAssign,
            )
          : null}
        {onContext ? <span className={classes.context}>{tool(t('message_room:head.context'), <IconLayoutSidebarRight aria-hidden />, onContext)}</span> : null}
        {onExpand ? tool(t('message_room:widget.expand'), <IconArrowsDiagonal aria-hidden />, onExpand) : null}
        {onClose ? tool(t('message_room:widget.close'), <IconX aria-hidden />, onClose) : null}
      </div>
    </header>
  )
}

function RoomSubtitle({ others, team_count, isStaff }: { others: readonly RoomPresence[]; team_count?: number | undefined; isStaff: boolean }) {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const typing = others.filter(({ is_typing }) => is_typing)
  const visibleUsers = typing.length ? typing : others
  if (!visibleUsers.length) return <>{!team_count ? ' ' : t(isStaff ? 'head.team' : 'head.teamCount', { count: team_count })}</>
  const first = visibleUsers.slice(0, maxNames).map(({ user }) => fullName(user, language))
  const joined = first.join(listSeparator(language))
  const names = visibleUsers.length > maxNames ? t('presence.more', { names: joined, count: visibleUsers.length - maxNames }) : joined
  return <span className={typing.length ? classes.typing : classes.present}>{t(typing.length ? 'presence.typing' : 'presence.open', { names })}</span>
}
