import { formatUnit } from '@sukoyaka/rules/record/answer'
import { formatTime, tokyoInstant } from '@sukoyaka/rules/time'
import { formatValue } from '@sukoyaka/rules/value'
import type { TestResult } from '@sukoyaka/wire/record/checkup'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type Form, useForm } from '../../../ui/form/use-form.ts'
import type { Category } from '../api.ts'
import { useChangeTestResultMutation, useRemoveTestResultMutation } from '../change-api.ts'
import { judgementOf, measuredIn } from '../entry/draft.ts'
import { problemOf } from '../entry/problem.ts'
import { LabelButtons } from '../entry/value/LabelButtons.tsx'
import { UnitSelect } from '../entry/value/UnitSelect.tsx'
import classes from './EditDialog.module.css'
import { dayOf } from './period.ts'

type Props = { result: TestResult; category: Category; onClose: () => void }
type Draft = { text: string; unit: string; day: string | null; confirmed: boolean }

const draftOf = (result: TestResult, category: Category): Draft => ({
  text: result.entered_unit === null ? formatValue(result, category) : `${result.comparator ?? ''}${result.entered_value ?? result.value}`,
  // empty for the category's own unit
  unit: category.conversions?.find(({ unit }) => unit === result.entered_unit)?.unit ?? '',
  day: dayOf(result.recorded_at),
  confirmed: false,
})

/** Edits value, unit and date of a result, or removes it. */
export function EditDialog({ result, category, onClose }: Props) {
  const { t } = useTranslation('results')
  const language = useLanguage()
  const ownUnit = formatUnit(category.unit_display, language)
  const [change] = useChangeTestResultMutation()
  const [remove] = useRemoveTestResultMutation()
  const first = draftOf(result, category)
  const isValueEdited = ({ text, unit }: Draft) => text !== first.text || unit !== first.unit
  // an unedited value is neither checked nor sent: the text shows it rounded
  const judgementIn = (draft: Draft) => (isValueEdited(draft) ? judgementOf(category, undefined, draft) : undefined)
  const form = useForm(`test_results/${result.id}`, first, {
    version: result.updated_at,
    groups: [['text', 'unit']],
    check: (draft) => {
      const judgement = judgementIn(draft)
      return {
        text: judgement && (judgement.state === 'empty' ? t('entry.nothing') : problemOf({ t, language }, category, judgement)),
        confirmed: judgement?.state === 'unlikely',
        day: draft.day ? undefined : t('entry.needDay'),
      }
    },
    send: (draft, updated_at) => {
      const { text, unit, day, confirmed } = draft
      const changes = {
        ...(isValueEdited(draft) && { ...measuredIn(text, category), ...(unit && { unit }), ...(confirmed && { confirmed: true }) }),
        ...(day && day !== first.day && { recorded_at: tokyoInstant(day, formatTime(result.recorded_at)).toISOString() }),
      }
      return Object.keys(changes).length ? change({ id: result.id, updated_at, ...changes }) : undefined
    },
    messages: { done: t('edit.saved'), failed: t('edit.failed') },
    names: { value: 'text', unit: 'text', recorded_at: 'day' },
    onClose,
  })
  const { values, put } = form
  const units = category.conversions ?? []
  return (
    <FormDialog
      form={form}
      title={t('edit.title')}
      subtitle={category.display_name}
      removal={{
        open: t('edit.remove'),
        title: t('edit.removeTitle'),
        question: t('edit.removeText', {
          day: showDay(dayOf(result.recorded_at)),
          name: category.display_name,
          value: `${formatValue(result, category)} ${ownUnit}`.trim(),
        }),
        confirm: t('edit.removeIt'),
        send: () => remove({ id: result.id }),
        done: t('edit.removed'),
        failed: t('edit.removeFailed'),
      }}
    >
      <div className={classes.value}>
        <TextInput
          label={t('entry.value')}
          inputMode={category.value_labels ? 'text' : 'decimal'}
          maxLength={20}
          required
          data-autofocus
          value={values.text}
          onChange={(event) => put({ text: event.currentTarget.value, confirmed: false })}
          error={form.errorOf('text')}
          unit={units.length > 0 ? undefined : ownUnit}
        />
        {units.length > 0 ? <UnitSelect category={category} unit={values.unit} onChange={(unit) => put({ unit, confirmed: false })} /> : null}
      </div>
      {category.value_labels ? (
        <LabelButtons name={category.display_name} labels={category.value_labels} text={values.text} onPick={(text) => put({ text, confirmed: false })} />
      ) : null}
      {judgementIn(values)?.state === 'unlikely' || values.confirmed ? <ConfirmUnlikely form={form} /> : null}
      <DatePicker label={t('edit.day')} max={dayOf(Date.now())} required {...form.field('day')} />
    </FormDialog>
  )
}

/** Asks to confirm a value that is unlikely. */
function ConfirmUnlikely({ form }: { form: Form<Draft> }) {
  const { t } = useTranslation('results')
  return (
    <div role="alert" data-error={form.values.confirmed ? undefined : ''}>
      <p className={classes.unlikely}>{t('entry.unlikely')}</p>
      <Checkbox label={t('edit.confirm')} {...form.checkbox('confirmed')} />
    </div>
  )
}
