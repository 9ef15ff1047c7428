import { formatUnit } from '@sukoyaka/rules/record/answer'
import { directionOf } from '@sukoyaka/rules/record/checkup'
import { formatRange, formatValue } from '@sukoyaka/rules/value'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { countUnjudged, type NewestValue } from './abnormal.ts'

/** Returns a function that formats the newest value of an item. `status` is the word for staff. */
export const useNewestValueFormatter = () => {
  const { t } = useTranslation(['checkup', 'ui'])
  const language = useLanguage()
  return ({ category, newest, points, range, status }: NewestValue) => {
    const name = category.display_name
    const value = formatValue(newest, category)
    const direction = range && directionOf(newest, range)
    const unit = formatUnit(category.unit_display, language)
    const printed = range ? formatRange(range.healthy, category) : ''
    const labelParams = { name, count: points.length, from: formatDate(points[0]?.recorded_at ?? newest.recorded_at, language, { yearMonth: true }) }
    const trend =
      points.length > 1
        ? t('checkup:abnormal.trendMany', { ...labelParams, first: formatValue(points[0]!, category), last: value })
        : t('checkup:abnormal.trendOne', { ...labelParams, last: value })
    return {
      name,
      nameLang: language !== 'ja' && name === category.name_ja && /[^\x20-\x7f]/.test(name) ? 'ja' : undefined,
      value,
      unit,
      direction,
      range: printed,
      status: t(`ui:status.staff.${status === 1 ? 'danger' : status === 2 ? 'warning' : status === 0 ? 'healthy' : 'unknown'}`),
      trend: printed ? t('checkup:abnormal.trendBand', { trend, range: printed }) : trend,
      valueWithUnit: `${value} ${unit}`.trim(),
    }
  }
}

export const useNewestValueTexts = (value: NewestValue) => useNewestValueFormatter()(value)

/** What staff read if none of these values is abnormal. */
export const useNoneAbnormal = (newestValues: readonly NewestValue[]) => {
  const { t } = useTranslation('checkup')
  const unjudged = countUnjudged(newestValues)
  const judged = newestValues.length - unjudged
  return {
    title: judged ? t('abnormal.none', { count: judged }) : t('abnormal.noneJudged'),
    text: unjudged ? t('abnormal.unjudged', { count: unjudged }) : undefined,
  }
}

/** What the patient reads if none of these values is abnormal. */
export const useNoConcern = (newestValues: readonly NewestValue[]) => {
  const { t } = useTranslation('checkup')
  const unjudged = countUnjudged(newestValues)
  return {
    title: t(unjudged === newestValues.length ? 'concern.noneJudged' : 'concern.none'),
    text: unjudged ? t('concern.unjudged', { count: unjudged }) : t('concern.noneText'),
  }
}
