import { addDays } from '@sukoyaka/rules/time'
import type { Facility } from '@sukoyaka/wire/people/facility'
import { useTranslation } from 'react-i18next'
import { formatWeekday, useLanguage } from '../../ui/date/tokyo.ts'
import { listSeparator } from '../../ui/text/list-separator.ts'
import { openDays } from './hours.ts'

const sunday = '2026-11-22'

/** Opening hours as text, for example 月–金 08:30–17:00, and the closed weekdays. */
export const useHoursWords = () => {
  const { t } = useTranslation('facility')
  const language = useLanguage()
  const weekdayName = (weekday: number) => formatWeekday(addDays(sunday, weekday), language, 'short')
  const mark = listSeparator(language)
  const dot = language === 'ja' ? '・' : ', '
  const daysOf = (from: number, to: number) => {
    if (from === to) return weekdayName(from)
    // list two days by name, show three or more as a range
    return (from + 1) % 7 === to ? [from, to].map(weekdayName).join(dot) : t('hours.days', { from: weekdayName(from), to: weekdayName(to) })
  }
  return (hours: Facility['hours']) => {
    const { open, closed } = openDays(hours ?? [])
    if (!open.length) return { lines: [t('hours.none')], closed: undefined }
    const lines = open.map(({ from, to, times }) => t('hours.line', { days: daysOf(from, to), times: times.join(mark) }))
    return { lines, closed: closed.length ? t('hours.closed', { days: closed.map(weekdayName).join(dot) }) : undefined }
  }
}

/** `lang` for facility texts not written in the page's language. */
export const useTextLang = () => {
  const language = useLanguage()
  return ({ text_language }: Pick<Facility, 'text_language'>) => (text_language === language ? undefined : text_language)
}

export const telOf = (number: string) => `tel:${number.replace(/[^\d+]/g, '')}`
