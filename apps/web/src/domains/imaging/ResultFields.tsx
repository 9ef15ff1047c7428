import { tokyoDay } from '@sukoyaka/rules/time'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { SelectField } from '../../ui/choice/SelectField.tsx'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { useListImageTestResultCategoriesQuery } from './api.ts'
import { type Draft, maxFindingLength } from './draft.ts'
import classes from './ResultFields.module.css'

type Props = { form: Form<Draft> }

export const useDraftErrors = () => {
  const { t } = useTranslation('imaging')
  return ({ category_id, day, finding }: Draft) => ({
    category_id: category_id === null ? t('form.categoryMissing') : undefined,
    day: day === null ? t('form.dayMissing') : undefined,
    finding: lengthOf(finding) > maxFindingLength,
  })
}

export function WhatAndWhen({ form: { values, put, field, errorOf } }: Props) {
  const { t } = useTranslation('imaging')
  const { data } = useListImageTestResultCategoriesQuery({})
  return (
    <div className={classes.pair}>
      <SelectField
        label={t('form.category')}
        required
        value={String(values.category_id ?? '')}
        onChange={(id) => put({ category_id: id ? Number(id) : null })}
        error={errorOf('category_id')}
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
      <DatePicker label={t('form.day')} required max={tokyoDay(new Date())} {...field('day')} />
    </div>
  )
}

const statuses = ['unknown', 'healthy', 'warning', 'danger'] as const
const codes = { unknown: null, healthy: 0, warning: 2, danger: 1 }

export function FindingFields({ form: { values, put, field } }: Props) {
  const { t } = useTranslation('imaging')
  return (
    <>
      <div className={classes.status}>
        <Segmented
          label={t('form.status')}
          value={statuses.find((name) => codes[name] === values.status) ?? 'unknown'}
          onChange={(name) => put({ status: codes[name] })}
          options={statuses.map((name) => ({ value: name, label: t(`status.${name}`) }))}
        />
      </div>
      <TextArea label={t('form.finding')} maxLength={maxFindingLength} rows={3} {...field('finding')} />
    </>
  )
}
