import { formatUnit } from '@sukoyaka/rules/record/answer'
import { firstAidOf } from '@sukoyaka/rules/record/explanation/first-aid'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { HealthRecord, HealthRecordCategory } from '@sukoyaka/wire/record/health-record'
import { useTranslation } from 'react-i18next'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { type Form, useForm } from '../../ui/form/use-form.ts'
import { Chips } from '../../ui/layout/Chips.tsx'
import { useAddHealthRecordMutation, useChangeHealthRecordMutation, useRemoveHealthRecordMutation } from './api.ts'
import { type Draft, draftOf, maxTextLength, newDraft, validate } from './draft.ts'
import classes from './RecordDialog.module.css'
import type { UrgentRecord } from './SeriousValueDialog.tsx'
import { valueText } from './words.ts'

type Props = {
  user_id: number
  /** The record to change; a new one without it. */
  record?: HealthRecord
  catalogue: readonly HealthRecordCategory[]
  onClose: () => void
  /** Called after a record was stored that asks something of the patient. */
  onUrgent: (urgent: UrgentRecord) => void
}

/** Adds or changes a value or note of one kind. New photos are not offered, because this form has no upload. */
export function RecordDialog({ record, catalogue, ...props }: Props) {
  const offered = catalogue.filter(({ id, value_kind, is_active }) => (record ? id === record.category_id : is_active && value_kind !== 'photo'))
  return offered[0] ? <RecordForm record={record} offered={offered} first={offered[0]} {...props} /> : null
}

type FormProps = Omit<Props, 'catalogue'> & { offered: readonly HealthRecordCategory[]; first: HealthRecordCategory }

function RecordForm({ user_id, record, offered, first, onClose, onUrgent }: FormProps) {
  const { t } = useTranslation(['health_record', 'common'])
  const language = useLanguage()
  const [add] = useAddHealthRecordMutation()
  const [change] = useChangeHealthRecordMutation()
  const [remove] = useRemoveHealthRecordMutation()
  const categoryOf = (draft: Draft) => offered.find(({ name }) => name === draft.category) ?? first
  const form = useForm(record ? `health_records/${record.id}` : `health_records/of/${user_id}`, record ? draftOf(record, first) : newDraft(first.name), {
    version: record?.updated_at,
    check: (draft) => validate(draft, categoryOf(draft), t).errors,
    send: (draft, updated_at, rejected, base) => {
      const { values, at } = validate(draft, categoryOf(draft), t)
      // the fields have no seconds: an unchanged time keeps those that are stored
      const isMoved = !record || draft.day !== base.day || draft.time !== base.time
      const content = {
        ...(values.length && { values }),
        text: draft.text,
        ...(isMoved && { recorded_at: at!.toISOString() }),
        // a 422 that the check let pass means an unlikely value: saving again confirms it
        ...(hasValue(rejected) && { confirmed: true }),
      }
      return record ? change({ id: record.id, updated_at, ...content }) : add({ user_id, category_id: categoryOf(draft).id, ...content })
    },
    messages: { done: t('health_record:form.saved'), failed: t('health_record:form.failed') },
    names: { recorded_at: 'time', ...Object.fromEntries(offered.flatMap(({ values }) => values.map(({ name }) => [name, `values.${name}`]))) },
    onClose,
    onSaved: (saved, draft) => {
      const measured = categoryOf(draft).values.flatMap(({ name, numeric_category }) =>
        saved.values.filter((value) => value.name === name).map(({ value }) => ({ category_name: numeric_category, value })),
      )
      const firstAid = firstAidOf({ ...saved, measured }, new Date())
      if (firstAid || saved.is_serious) onUrgent({ firstAid, isSerious: saved.is_serious })
    },
  })
  const { values, put, rejected } = form
  return (
    <FormDialog
      form={form}
      title={t(record ? 'health_record:form.change' : 'health_record:form.title')}
      unsaved={record ? undefined : values.text.trim() !== '' || Object.values(values.values).some((text) => text.trim() !== '')}
      submit={hasValue(rejected) ? t('health_record:form.confirm') : undefined}
      removal={
        record && {
          title: t('health_record:remove.title'),
          question: t('health_record:remove.ask'),
          confirm: t('health_record:remove.confirm'),
          what: `${formatDate(record.recorded_at, language, { time: true })} ${first.display_name} ${valueText(record, first, language)}`,
          send: () => remove({ id: record.id }),
          done: t('health_record:remove.done'),
          failed: t('health_record:remove.failed'),
        }
      }
    >
      {record ? null : (
        <Chips
          label={t('health_record:category')}
          value={categoryOf(values).name}
          onChange={(name) => put({ category: name, values: {} })}
          options={offered.map(({ name, display_name }) => ({ value: name, label: display_name }))}
        />
      )}
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
