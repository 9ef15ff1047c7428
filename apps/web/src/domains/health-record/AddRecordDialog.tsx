import { printUnit } from '@sukoyaka/rules/record/answer'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { HealthRecordCategory } from '@sukoyaka/wire/record/health-record'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { FieldMessage } from '../../ui/form/FieldMessage.tsx'
import { SubmitButtons } from '../../ui/form/SubmitButtons.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Chips } from '../../ui/layout/Chips.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import classes from './AddRecord.module.css'
import { useAddHealthRecordMutation } from './api.ts'
import { type Draft, type Errors, newDraft, validate } from './draft.ts'

const maxTextLength = 2000

type Props = { user_id: number; catalogue: readonly HealthRecordCategory[]; onClose: () => void }

/** Adds a value or note of one kind. Photos are not offered, because this form has no upload. */
export function AddRecordDialog({ user_id, catalogue, onClose }: Props) {
  const { t } = useTranslation(['health_record', 'common'])
  const offered = catalogue.filter(({ value_kind }) => value_kind !== 'photo')
  const { value: draft, put, forget } = useFormDraft(`health_records/of/${user_id}`, newDraft(offered[0]?.name ?? ''))
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const [isUnlikely, setUnlikely] = useState(false)
  const [add, { isLoading }] = useAddHealthRecordMutation()
  const box = useRef<HTMLDivElement>(null)
  const category = offered.find(({ name }) => name === draft.category) ?? offered[0]
  if (!category) return null

  const leave = () => {
    forget()
    onClose()
  }
  const showRejection = ({ error, fields = {} }: CallError) => {
    const found = Object.fromEntries(category.values.flatMap(({ name }) => (fields[name]?.[0] ? [[name, fields[name][0]]] : [])))
    // a 422 that the client check let pass means an unlikely value: saving again confirms it
    setUnlikely(Object.keys(found).length > 0)
    setErrors(found)
    setFailure(Object.keys(found).length ? undefined : error)
  }
  const save = async () => {
    if (isLoading) return
    setFailure(undefined)
    const { errors, values, at } = validate(draft, category, t)
    setErrors(errors)
    if (!at || Object.keys(errors).length) {
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const { error } = await add({
      user_id,
      category_id: category.id,
      ...(values.length && { values }),
      text: draft.text,
      recorded_at: at.toISOString(),
      ...(isUnlikely && { confirmed: true }),
    })
    if (error) return showRejection(error as CallError)
    toast.success(t('health_record:form.saved'))
    leave()
  }
  return (
    <Dialog
      title={t('health_record:form.title')}
      onClose={leave}
      onSubmit={() => void save()}
      unsaved={draft.text.trim() !== '' || Object.values(draft.values).some((text) => text.trim() !== '')}
      footer={(close) => <SubmitButtons label={isUnlikely ? t('health_record:form.confirm') : t('common:action.save')} isBusy={isLoading} onCancel={close} />}
    >
      <div ref={box} className={classes.fields}>
        <Chips
          label={t('health_record:category')}
          value={category.name}
          onChange={(name) => {
            setErrors({})
            setUnlikely(false)
            put({ category: name, values: {} })
          }}
          options={offered.map(({ name, display_name }) => ({ value: name, label: display_name }))}
        />
        <RecordFields
          draft={draft}
          category={category}
          errors={errors}
          onChange={(change) => {
            if (change.values) setUnlikely(false)
            put(change)
          }}
        />
        {failure === undefined ? null : (
          <div role="alert">
            <FieldMessage id="record-failed">
              {t('health_record:form.failed')} {failure}
            </FieldMessage>
          </div>
        )}
      </div>
    </Dialog>
  )
}

type RecordFieldsProps = { draft: Draft; category: HealthRecordCategory; errors: Errors; onChange: (change: Partial<Draft>) => void }

/** Values, time and note of the chosen kind. */
function RecordFields({ draft, category, errors, onChange }: RecordFieldsProps) {
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
              unit={printUnit(category.unit, language)}
              value={draft.values[name] ?? ''}
              error={errors[name]}
              onChange={(event) => onChange({ values: { ...draft.values, [name]: event.currentTarget.value } })}
            />
          ))}
        </div>
      ) : null}
      <div className={classes.pair}>
        <DatePicker label={t('day')} value={draft.day} max={tokyoDay(new Date())} error={errors.day} onChange={(day) => onChange({ day })} />
        <TextInput
          label={t('time')}
          inputMode="numeric"
          autoComplete="off"
          value={draft.time}
          error={errors.time}
          onChange={(event) => onChange({ time: event.currentTarget.value })}
        />
      </div>
      <TextArea
        label={t(isNote ? 'note' : 'note.optional')}
        value={draft.text}
        maxLength={maxTextLength}
        required={isNote}
        error={errors.text}
        onChange={(text) => onChange({ text })}
      />
    </>
  )
}
