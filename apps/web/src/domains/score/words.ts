import { formatUnit } from '@sukoyaka/rules/record/answer'
import { stepStatus } from '@sukoyaka/rules/record/lifestyle'
import { averagedDays, averagedResults } from '@sukoyaka/rules/record/score'
import { formatDecimal } from '@sukoyaka/rules/value'
import type { HealthScoreMissing, HealthScoreSource } from '@sukoyaka/wire/record/score'
import { useTranslation } from 'react-i18next'
import { formatDate, formatSentenceDate, type Language, useLanguage } from '../../ui/date/tokyo.ts'
import type { Status } from '../../ui/status/marks.tsx'

const isThisYear = (instant: string) => formatDate(instant, 'ja').slice(0, 4) === formatDate(new Date(), 'ja').slice(0, 4)

/** Day of the previous score: `08.14`, or `2025.10.20` of another year. */
export const previousDay = (instant: string, language: Language) => formatDate(instant, language, isThisYear(instant) ? { year: false } : {})
/** Date within a sentence: `8月14日（金）`, or `2025.10.20` of another year. */
export const sentenceDay = (instant: string, language: Language) =>
  isThisYear(instant) ? formatSentenceDate(instant, language, { time: false }) : formatDate(instant, language)

/** Signed change: `＋1` (`+1` outside Japanese), `−4`, `±0`. */
export const changeText = (change: number, language: Language) =>
  change === 0 ? '±0' : change > 0 ? `${language === 'ja' ? '＋' : '+'}${change}` : `\u2212${-change}`

/** Label, formatted value, unit and status of a source. */
export const useSourceWords = (audience: 'staff' | 'patient') => {
  const { t } = useTranslation('score')
  const language = useLanguage()
  const nameOf = ({ type, name, display_name }: Pick<HealthScoreMissing, 'type' | 'name' | 'display_name'>) =>
    type === 'step' ? t('step.name') : averagedResults.includes(name ?? '') ? t('averaged.name', { name: display_name, count: averagedDays }) : display_name
  const formatSource = ({ type, value, label, decimals }: HealthScoreSource) => {
    if (type === 'step') return new Intl.NumberFormat(language === 'kr' ? 'ko' : language).format(Math.round(value))
    return label ?? formatDecimal(value, decimals)
  }
  const unitOf = ({ type, label, unit_display }: HealthScoreSource) =>
    type === 'step' ? t('step.unit') : type === 'health_score_category' ? t('point') : label === null ? formatUnit(unit_display, language) : ''
  const statusOf = ({ type, value, status }: HealthScoreSource): Status => {
    if (type === 'step') return stepStatus(value)
    // patients see a symptom as a warning, staff as unhealthy
    if (type === 'symptom_category') return value === 0 ? 0 : audience === 'patient' ? 2 : 1
    return (status ?? undefined) as Status
  }
  return { nameOf, formatSource, unitOf, statusOf }
}
