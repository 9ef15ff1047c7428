import { addMonths, tokyoDay } from '@sukoyaka/rules/time'
import { type FollowUpKind, followUpKinds } from '@sukoyaka/wire/record/imaging'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
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
  return ({ category_id, day, finding, follow_up_kind, follow_up_on }: Draft) => ({
    category_id: category_id === null ? t('form.categoryMissing') : undefined,
    day: day === null ? t('form.dayMissing') : undefined,
    finding: lengthOf(finding) > maxFindingLength,
    follow_up_on: follow_up_kind && !follow_up_on ? t('form.followUpMissing') : undefined,
  })
}

export function CategoryAndDayFields({ form: { values, put, field, errorOf } }: Props) {
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
        {data?.items
          .filter(({ id, is_active }) => is_active || id === values.category_id)
          .map(({ id, display_name }) => (
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

export function FindingFields({ form }: Props) {
  const { values, put, field } = form
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
      <FollowUpFields form={form} />
    </>
  )
}

/** The next step, its day and whether it is done. */
function FollowUpFields({ form: { values, put, field, checkbox } }: Props) {
  const { t } = useTranslation('imaging')
  const day = values.day
  return (
    <>
      <div className={classes.pair}>
        <SelectField
          label={t('form.followUp')}
          value={values.follow_up_kind ?? ''}
          onChange={(kind) => put(kind ? { follow_up_kind: kind as FollowUpKind } : { follow_up_kind: null, follow_up_on: null, is_follow_up_done: false })}
        >
          <option value="">{t('followUp.none')}</option>
          {followUpKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`followUp.${kind}`)}
            </option>
          ))}
        </SelectField>
        {values.follow_up_kind ? <DatePicker label={t('form.followUpOn')} required {...field('follow_up_on')} /> : null}
      </div>
      {values.follow_up_kind && day ? (
        <div className={classes.months}>
          {[3, 6, 12].map((months) => (
            <Button key={months} size="small" kind="neutral" onClick={() => put({ follow_up_on: addMonths(day, months) })}>
              {t('form.monthsLater', { count: months })}
            </Button>
          ))}
        </div>
      ) : null}
      {values.follow_up_kind ? <Checkbox label={t('form.followUpDone')} {...checkbox('is_follow_up_done')} /> : null}
    </>
  )
}
