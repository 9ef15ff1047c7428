import { fullName } from '@sukoyaka/rules/person'
import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { formatDate, formatTime, useLanguage } from '../../../ui/date/tokyo.ts'
import { useMinute } from './use-minute.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Texts of a conversation row. */
export function useRoomWords() {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  useMinute()
  const nameOf = (person: { last_name: string; first_name: string }) => fullName(person, language)
  return {
    preview: ({ patient, last_message }: MessageRoom): string => {
      if (!last_message) return t('row.nothing')
      const { sender, body, content_type, message_type } = last_message
      const kind = message_type !== 'user' ? t(`row.${message_type}`) : content_type === 'image' ? t('row.image') : content_type === 'file' ? t('row.file') : ''
      const words = [kind, body.replace(/\s+/g, ' ').trim()].filter(Boolean).join(' ')
      if (sender.id === patient.id) return words
      return sender.id === me?.id ? t('row.me', { words }) : t('row.sender', { name: sender.last_name || nameOf(sender), words })
    },
    when: (instant: string): string => {
      const today = tokyoDay(new Date())
      const sentDay = tokyoDay(instant)
      if (sentDay === today) return formatTime(instant)
      if (sentDay === addDays(today, -1)) return t('row.yesterday')
      return formatDate(instant, language, { year: sentDay.slice(0, 4) !== today.slice(0, 4) })
    },
    /** Duration such as 12分, 3時間 or 2日; empty within the first minute. */
    duration: (since: string): string => {
      const elapsedMs = Date.now() - new Date(since).getTime()
      if (elapsedMs < minuteMs) return ''
      if (elapsedMs < hourMs) return t('long.minutes', { count: Math.floor(elapsedMs / minuteMs) })
      return elapsedMs < dayMs ? t('long.hours', { count: Math.floor(elapsedMs / hourMs) }) : t('long.days', { count: Math.floor(elapsedMs / dayMs) })
    },
  }
}
