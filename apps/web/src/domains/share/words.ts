import { tokyoDay } from '@sukoyaka/rules/time'
import type { Share, ShareOpening } from '@sukoyaka/wire/boards/share'
import { useTranslation } from 'react-i18next'
import { formatDate, type Language, useLanguage } from '../../ui/date/tokyo.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** How long a share is still open, rounded down. */
export const timeLeft = (expires_at: string, now: Date) => {
  const ms = Math.max(0, Date.parse(expires_at) - now.getTime())
  return { days: Math.floor(ms / dayMs), hours: Math.floor((ms % dayMs) / hourMs), minutes: Math.floor((ms % hourMs) / minuteMs) }
}

/** `11.22 18:06`; with the year if it is not the current one in Tokyo. */
export const shortTime = (instant: string, now: Date, language: Language) =>
  formatDate(instant, language, { time: true, year: tokyoDay(instant).slice(0, 4) !== tokyoDay(now).slice(0, 4) })

export const useShareWords = () => {
  const { t } = useTranslation('share')
  const language = useLanguage()
  const list = (words: readonly string[]) => words.join(t('comma'))
  const openingWords = ({ browser, is_program }: ShareOpening) => [browser, is_program && t('opened.program')].filter(Boolean).join(t('comma'))
  const part = (name: Share['parts'][number]) => t(`part.${name}`)
  return {
    list,
    part,
    parts: (parts: Share['parts']) => list(parts.map(part)),
    /** Time left in full, such as あと6日と23時間. */
    left: (expires_at: string) => {
      const left = timeLeft(expires_at, new Date())
      return left.days ? t('left.days', left) : left.hours ? t('left.hours', left) : t('left.minutes', left)
    },
    /** State for a badge, such as あと6日. */
    state: ({ state, expires_at }: Share) => {
      if (state !== 'open') return t(`state.${state}`)
      const { days, hours } = timeLeft(expires_at, new Date())
      return days ? t('state.left', { days }) : hours ? t('state.leftHours', { hours }) : t('state.soon')
    },
    opening: (opening: ShareOpening) => [shortTime(opening.opened_at, new Date(), language), openingWords(opening)].filter(Boolean).join('\u2002'),
    /** One sentence: when the share was opened, or that it was never opened. */
    opened: ({ state, opening_count, first_opened_at, openings }: Share) => {
      const [last] = openings
      if (!first_opened_at || !last) return t(state === 'open' ? 'opened.never' : 'opened.wasNever')
      const times = { first: shortTime(first_opened_at, new Date(), language), last: shortTime(last.opened_at, new Date(), language), count: opening_count }
      return opening_count === 1 ? [t('opened.once', times), openingWords(last)].filter(Boolean).join('\u2002') : t('opened.many', times)
    },
  }
}
