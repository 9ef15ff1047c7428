import { formatUnit } from '@sukoyaka/rules/record/answer'
import { formatValue } from '@sukoyaka/rules/value'
import type { RecommendedValue } from '@sukoyaka/wire/people/recommendation'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import classes from './Values.module.css'

export const useValueText = () => {
  const language = useLanguage()
  return ({ category, recorded_at, ...result }: Omit<RecommendedValue, 'test_result_id'>) => ({
    name: category.display_name,
    value: [formatValue(result, category), formatUnit(category.unit_display, language)].filter(Boolean).join(' '),
    day: formatDate(recorded_at, language),
  })
}

/** Results given with a reason, each with its day. */
export function Values({ values }: { values: readonly RecommendedValue[] }) {
  const { t } = useTranslation('recommend')
  const textOf = useValueText()
  if (!values.length) return null
  return (
    <ul className={classes.values} aria-label={t('values.label')}>
      {values.map((result) => {
        const { name, value, day } = textOf(result)
        return (
          <li key={result.test_result_id} className={classes.value}>
            <span>{name}</span> <strong>{value}</strong> <small>{day}</small>
          </li>
        )
      })}
    </ul>
  )
}
