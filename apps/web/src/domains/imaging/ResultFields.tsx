import { tokyoDay } from '@sukoyaka/rules/time'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { SelectField } from '../../ui/choice/SelectField.tsx'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { useListImageTestResultCategoriesQuery } from './api.ts'
import { type Draft, maxFindingLength } from './draft.ts'
import classes from './ResultFields.module.css'

export type Missing = { category_id?: string; day?: string }
type Props = { draft: Draft; onChange: (change: Partial<Draft>) => void; missing: Missing }

export const useMissing = () => {
  const { t } = useTranslation('imaging')
  return ({ category_id, day }: Draft): Missing => ({
    ...(category_id === null && { category_id: t('form.categoryMissing') }),
    ...(day === null && { day: t('form.dayMissing') }),
  })
}

export function WhatAndWhen({ draft, onChange, missing }: Props) {
  const { t } = useTranslation('imaging')
  const { data } = useListImageTestResultCategoriesQuery({})
  return (
    <div className={classes.pair}>
      <SelectField
        label={t('form.category')}
        required
        value={String(draft.category_id ?? '')}
        onChange={(id) => onChange({ category_id: id ? Number(id) : null })}
        error={missing.category_id}
      >
        <option value="" disabled>
          {t('form.choose')}
        </option>
        {data?.items.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </SelectField>
      <DatePicker label={t('form.day')} required value={draft.day} onChange={(day) => onChange({ day })} max={tokyoDay(new Date())} error={missing.day} />
    </div>
  )
}

const statuses = ['unknown', 'healthy', 'warning', 'danger'] as const
const codes = { unknown: null, healthy: 0, warning: 2, danger: 1 }

export function FindingFields({ draft, onChange }: Omit<Props, 'missing'>) {
  const { t } = useTranslation('imaging')
  return (
    <>
      <div className={classes.status}>
        <Segmented
          label={t('form.status')}
          value={statuses.find((name) => codes[name] === draft.status) ?? 'unknown'}
          onChange={(name) => onChange({ status: codes[name] })}
          options={statuses.map((name) => ({ value: name, label: t(`status.${name}`) }))}
        />
      </div>
      <TextArea label={t('form.finding')} value={draft.finding} onChange={(finding) => onChange({ finding })} maxLength={maxFindingLength} rows={3} />
    </>
  )
}
