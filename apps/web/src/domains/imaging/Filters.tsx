import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Switch } from '../../ui/choice/Switch.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { FilterSelect } from '../../ui/layout/FilterBar.tsx'
import classes from './Filters.module.css'
import type { Filter } from './filter.ts'
import { type Audience, dayOf } from './image-texts.ts'

type Props = { results: readonly ImageTestResult[]; audience: Audience; value: Filter; onChange: (next: Filter) => void; right?: ReactNode }

export function Filters({ results, audience, value, onChange, right }: Props) {
  const { t } = useTranslation('imaging')
  const language = useLanguage()
  const categories = [...new Map(results.map((result) => [result.category_id, result.category])).entries()].sort(
    ([, a], [, b]) => (a?.sort_number ?? 0) - (b?.sort_number ?? 0),
  )
  const days = [...new Set(results.map(dayOf))]
  return (
    <div className={classes.bar}>
      <FilterSelect
        label={t('filter.category')}
        value={String(value.category_id ?? '')}
        onChange={(id) => onChange({ ...value, category_id: id ? Number(id) : null })}
      >
        <option value="">{t('filter.all')}</option>
        {categories.map(([id, category]) => (
          <option key={id} value={id}>
            {category?.display_name}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect label={t('filter.day')} value={value.day ?? ''} onChange={(day) => onChange({ ...value, day: day || null })}>
        <option value="">{t('filter.all')}</option>
        {days.map((day) => (
          <option key={day} value={day}>
            {formatDate(day, language)}
          </option>
        ))}
      </FilterSelect>
      {audience === 'staff' ? (
        <Switch checked={value.findings} onChange={(findings) => onChange({ ...value, findings })}>
          {t('filter.findings')}
        </Switch>
      ) : null}
      {right ? <div className={classes.right}>{right}</div> : null}
    </div>
  )
}
