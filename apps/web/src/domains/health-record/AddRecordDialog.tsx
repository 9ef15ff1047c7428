import { formatUnit } from '@sukoyaka/rules/record/answer'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { HealthRecordCategory, SeriousValue } from '@sukoyaka/wire/record/health-record'
import { useTranslation } from 'react-i18next'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { type Form, useForm } from '../../ui/form/use-form.ts'
import { Chips } from '../../ui/layout/Chips.tsx'
import classes from './AddRecord.module.css'
import { useAddHealthRecordMutation } from './api.ts'
import { type Draft, maxTextLength, newDraft, validate } from './draft.ts'

type Props = { user_id: number; catalogue: readonly HealthRecordCategory[]; onClose: () => void; onSerious: (values: readonly SeriousValue[]) => void }

/** Adds a value or note of one kind. Photos are not offered, because this form has no upload. `onSerious` is called after a critical value was stored. */
export function AddRecordDialog({ user_id, catalogue, ...props }: Props) {
  const offered = catalogue.filter(({ value_kind, is_active }) => is_active && value_kind !== 'photo')
  return offered[0] ? <RecordDialog user_id={user_id} offered={offered} first={offered[0]} {...props} /> : null
}

type DialogProps = Omit<Props, 'catalogue'> & { offered: readonly HealthRecordCategory[]; first: HealthRecordCategory }

function RecordDialog({ user_id, offered, first, onClose, onSerious }: DialogProps) {
  const { t } = useTranslation(['health_record', 'common'])
  const [add] = useAddHealthRecordMutation()
  const categoryOf = (draft: Draft) => offered.find(({ name }) => name === draft.category) ?? first
  const form = useForm(`health_records/of/${user_id}`, newDraft(first.name), {
    check: (draft) => validate(draft, categoryOf(draft), t).errors,
    send: (draft, _, rejected) => {
      const { id } = categoryOf(draft)
      const { values, at } = validate(draft, categoryOf(draft), t)
      return add({
        user_id,
        category_id: id,
        ...(values.length && { values }),
        text: draft.text,
        recorded_at: at!.toISOString(),
        // a 422 that the check let pass means an unlikely value: saving again confirms it
        ...(hasValue(rejected) && { confirmed: true }),
      })
    },
    messages: { done: t('health_record:form.saved'), failed: t('health_record:form.failed') },
    names: { recorded_at: 'time', ...Object.fromEntries(offered.flatMap(({ values }) => values.map(({ name }) => [name, `values.${name}`]))) },
    onClose,
    onSaved: ({ serious_values }) => serious_values.length > 0 && onSerious(serious_values),
  })
  const { values, put, rejected } = form
  return (
    <FormDialog
      form={form}
      title={t('health_record:form.title')}
      unsaved={values.text.trim() !== '' || Object.values(values.values).some((text) => text.trim() !== '')}
      submit={hasValue(rejected) ? t('health_record:form.confirm') : undefined}
    >
      <Chips
        label={t('health_record:category')}
        value={categoryOf(values).name}
        onChange={(name) => put({ category: name, values: {} })}
        options={offered.map(({ name, display_name }) => ({ value: name, label: display_name }))}
      />
      <RecordFields form={form} category={categoryOf(values)} />
    </FormDialog>
  )
}

const hasValue = (rejected: object) => Object.keys(rejected).some((name) => name.startsWith('values.'))

/** Values, time and note of the chosen kind. */
function RecordFields({ form: { values: draft, put, field, errorOf }, category }: { form: Form<Draft>; category: HealthRecordCategory }) {
  const { t } = useTranslation('health_record')
  const language = useLanguage()
  const isNote = category.value_kind === 'text'
  return (
    <>
      {category.values.length ? (
        <div className={classes.pair}>
          {category.values.map(({ name, display_name }) => (
            <TextInput
              key={`${category.name} ${name}`}
              label={display_name}
              inputMode="decimal"
              autoComplete="off"
              required
              unit={formatUnit(category.unit, language)}
              value={draft.values[name] ?? ''}
              error={errorOf(`values.${name}`)}
              onChange={(event) => put({ values: { ...draft.values, [name]: event.currentTarget.value } })}
            />
          ))}
        </div>
      ) : null}
      <div className={classes.pair}>
        <DatePicker label={t('day')} max={tokyoDay(new Date())} {...field('day')} />
        <TextInput label={t('time')} inputMode="numeric" autoComplete="off" {...field('time')} />
      </div>
      <TextArea label={t(isNote ? 'note' : 'note.optional')} maxLength={maxTextLength} required={isNote} {...field('text')} />
    </>
  )
}
