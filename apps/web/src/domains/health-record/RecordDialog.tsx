import { formatUnit } from '@sukoyaka/rules/record/answer'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { HealthRecord, HealthRecordCategory } from '@sukoyaka/wire/record/health-record'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { type Form, useForm } from '../../ui/form/use-form.ts'
import { Chips } from '../../ui/layout/Chips.tsx'
import { useAddHealthRecordMutation, useChangeHealthRecordMutation, useRemoveHealthRecordMutation } from './api.ts'
import { type Draft, draftOf, maxTextLength, momentNow, newDraft, readingToSend, validate } from './draft.ts'
import { FirstAidSteps } from './FirstAidSteps.tsx'
import classes from './RecordDialog.module.css'
import { SeriousValueDialog } from './SeriousValueDialog.tsx'
import { recordFirstAid, type UrgentRecord } from './urgent.ts'
import { valueText } from './words.ts'

type Props = {
  user_id: number
  /** The record to change, or `new`; without it no form is open. */
  opened: HealthRecord | 'new' | undefined
  catalogue: readonly HealthRecordCategory[]
  onClose: () => void
}

/**
 * The form that adds or changes a value or note of one kind, and after it, if a patient recorded a critical value or low glucose, what to do about it. New
 * photos are not offered, because this form has no upload.
 */
export function RecordDialog({ user_id, opened, catalogue, onClose }: Props) {
  const isOwn = useAppSelector(selectMe)?.role === 'patient'
  const [urgent, setUrgent] = useState<UrgentRecord>()
  const record = opened === 'new' ? undefined : opened
  const offered = catalogue.filter(({ id, value_kind, is_active }) => (record ? id === record.category_id : is_active && value_kind !== 'photo'))
  return (
    <>
      {opened && offered[0] ? (
        <RecordForm user_id={user_id} record={record} offered={offered} first={offered[0]} onClose={onClose} onUrgent={isOwn ? setUrgent : undefined} />
      ) : null}
      {urgent ? <SeriousValueDialog user_id={user_id} urgent={urgent} onClose={() => setUrgent(undefined)} /> : null}
    </>
  )
}

type FormProps = {
  user_id: number
  record: HealthRecord | undefined
  offered: readonly HealthRecordCategory[]
  first: HealthRecordCategory
  onClose: () => void
  /** For patients: called after a record was stored that asks something of them, also if the form was closed meanwhile. */
  onUrgent: ((urgent: UrgentRecord) => void) | undefined
}

function RecordForm({ user_id, record, offered, first, onClose, onUrgent }: FormProps) {
  // the texts of first aid are loaded before a value is sent
  const { t } = useTranslation(['health_record', 'first_aid', 'common'])
  const send = useSendReading(user_id, record, onUrgent)
  const categoryOf = (draft: Draft) => offered.find(({ name }) => name === draft.category) ?? first
  // the moment that the form has set, until the user edits it
  const [moment, setMoment] = useState(momentNow)
  const form: Form<Draft> = useForm<Draft>(
    record ? `health_records/${record.id}` : `health_records/of/${user_id}`,
    record ? draftOf(record, first) : newDraft(first.name, moment),
    {
      version: record?.updated_at,
      check: (draft) => validate(draft, categoryOf(draft), t).errors,
      send: async (draft, updated_at, rejected, base) => {
        const { values, at } = validate(draft, categoryOf(draft), t)
        const reading = readingToSend(draft, at!)
        form.put({ sent: reading })
        // the fields have no seconds: an unchanged time keeps those that are stored
        const isMoved = !record || draft.day !== base.day || draft.time !== base.time
        const content = {
          ...(values.length && { values }),
          text: draft.text,
          ...(isMoved && { recorded_at: reading.recorded_at }),
          // a 422 that the check let pass means an unlikely value: saving again confirms it
          ...(hasValue(rejected) && { confirmed: true }),
        }
        return send(categoryOf(draft), content, updated_at, draft.day === moment.day && draft.time === moment.time)
      },
      saved: () => (!record && otherKinds(form.values).length ? { values: newDraft(first.name, momentNow()) } : undefined),
      onSaved: (_, draft) => putOthers(draft),
      messages: { done: t('health_record:form.saved'), failed: t('health_record:form.failed') },
      names: { recorded_at: 'time', ...Object.fromEntries(offered.flatMap(({ values }) => values.map(({ name }) => [name, `values.${name}`]))) },
      onClose,
    },
  )
  const { values, put, rejected } = form
  /** After a reading was stored: shows what was typed for another kind. */
  const putOthers = (draft: Draft) => {
    const [category] = record ? [] : otherKinds(draft)
    if (!category) return
    const now = momentNow()
    setMoment(now)
    put({ category, values: { ...draft.values, [draft.category]: {} }, ...now })
  }
  const typedFirstAid = () => {
    const { values: typed, at } = validate(values, categoryOf(values), t)
    return at && recordFirstAid({ values: typed, recorded_at: at.toISOString() }, categoryOf(values), record)
  }
  const firstAid = onUrgent && hasValue(rejected) ? typedFirstAid() : undefined
  const putValue = (name: string, text: string) => {
    const category = categoryOf(values).name
    const typed = values.values[category] ?? {}
    const isFirst = !record && Object.values(typed).every((value) => !value)
    const isUntouched = values.day === moment.day && values.time === moment.time
    // the dialog may have been open for a long time before something is typed
    const now = isFirst && isUntouched ? momentNow() : undefined
    if (now) setMoment(now)
    put({ values: { ...values.values, [category]: { ...typed, [name]: text } }, ...now })
  }
  return (
    <FormDialog
      form={form}
      title={t(record ? 'health_record:form.change' : 'health_record:form.title')}
      unsaved={record ? undefined : hasText(values)}
      submit={hasValue(rejected) ? t('health_record:form.confirm') : undefined}
      removal={useRemoval(record, first)}
    >
      {record ? null : (
        <Chips
          label={t('health_record:category')}
          value={categoryOf(values).name}
          onChange={(name) => put({ category: name, values: values.values })}
          options={offered.map(({ name, display_name }) => ({ value: name, label: display_name }))}
        />
      )}
      <RecordFields form={form} category={categoryOf(values)} onValue={putValue} />
      {firstAid ? <FirstAidSteps firstAid={firstAid} note={t('first_aid:unsaved')} /> : null}
    </FormDialog>
  )
}

type Content = Pick<Parameters<ReturnType<typeof useAddHealthRecordMutation>[0]>[0], 'values' | 'text' | 'recorded_at' | 'confirmed'>

/** Adds a reading or changes `record`, and says whether it asks something of the patient. `isNow`: the time of a new reading is the one the form has set. */
const useSendReading = (user_id: number, record: HealthRecord | undefined, onUrgent: FormProps['onUrgent']) => {
  const [add] = useAddHealthRecordMutation()
  const [change] = useChangeHealthRecordMutation()
  return async (category: HealthRecordCategory, content: Content, updated_at: string | undefined, isNow: boolean) => {
    const reading = { user_id, category_id: category.id, ...content }
    const sent = await (record ? change({ id: record.id, updated_at, ...content }) : add(reading))
    // the clock of the device is fast: the server sets the time
    const result = !record && isNow && isInFuture(sent.error) ? await add({ ...reading, recorded_at: undefined }) : sent
    if (result.data) {
      const firstAid = recordFirstAid(result.data, category, record)
      if (firstAid || result.data.is_serious) onUrgent?.({ firstAid, isSerious: result.data.is_serious })
    }
    return result
  }
}

/** The deletion of a stored record, as `FormDialog` asks for it. */
const useRemoval = (record: HealthRecord | undefined, category: HealthRecordCategory) => {
  const { t } = useTranslation('health_record')
  const language = useLanguage()
  const [remove] = useRemoveHealthRecordMutation()
  if (!record) return undefined
  return {
    title: t('remove.title'),
    question: t('remove.ask'),
    confirm: t('remove.confirm'),
    what: `${formatDate(record.recorded_at, language, { time: true })} ${category.display_name} ${valueText(record, category, language)}`,
    send: () => remove({ id: record.id }),
    done: t('remove.done'),
    failed: t('remove.failed'),
  }
}

const isTyped = (typed: Readonly<Record<string, string>>) => Object.values(typed).some((value) => value.trim() !== '')
/** The kinds besides the chosen one for which a value is typed. */
const otherKinds = ({ category, values }: Draft) => Object.keys(values).filter((name) => name !== category && isTyped(values[name]!))

const isInFuture = (error: unknown) => (error as CallError | undefined)?.fields?.recorded_at?.includes('in_future') ?? false

const hasText = ({ text, values }: Draft) => [text, ...Object.values(values).flatMap((typed) => Object.values(typed))].some((each) => each.trim() !== '')

const hasValue = (rejected: object) => Object.keys(rejected).some((name) => name.startsWith('values.'))

type FieldsProps = { form: Form<Draft>; category: HealthRecordCategory; onValue: (name: string, text: string) => void }

/** Values, time and note of the chosen kind. */
function RecordFields({ form: { values: draft, field, errorOf }, category, onValue }: FieldsProps) {
  const { t } = useTranslation('health_record')
  const language = useLanguage()
  const isNote = category.value_kind === 'text'
  return (
    <>
      {category.values.map(({ name, display_name }) => (
        <TextInput
          key={`${category.name} ${name}`}
          label={display_name}
          inputMode="decimal"
          autoComplete="off"
          required
          unit={formatUnit(category.unit, language)}
          value={draft.values[category.name]?.[name] ?? ''}
          error={errorOf(`values.${name}`)}
          onChange={(event) => onValue(name, event.currentTarget.value)}
        />
      ))}
      <div className={classes.pair}>
        <DatePicker label={t('day')} max={tokyoDay(new Date())} {...field('day')} />
        <TextInput label={t('time')} inputMode="numeric" autoComplete="off" {...field('time')} />
      </div>
      <TextArea label={t(isNote ? 'note' : 'note.optional')} maxLength={maxTextLength} required={isNote} {...field('text')} />
    </>
  )
}
