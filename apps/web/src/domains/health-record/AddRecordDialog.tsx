import { printNumber, printUnit } from '@sukoyaka/rules/record/answer'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { HealthRecordCategory } from '@sukoyaka/wire/record/health-record'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { FieldMessage } from '../../ui/form/FieldMessage.tsx'
import { SubmitButtons } from '../../ui/form/SubmitButtons.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Chips } from '../../ui/layout/Chips.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import classes from './AddRecord.module.css'
import { useAddHealthRecordMutation } from './api.ts'
import { readNumber, readTime } from './words.ts'

type Draft = { category: string; values: Record<string, string>; text: string; day: string | null; time: string }
type Wrong = Record<string, string>
const maxTextLength = 2000

const newDraft = (category: string): Draft => {
  const now = new Date()
  return { category, values: {}, text: '', day: tokyoDay(now), time: formatTime(now) }
}

/** Adds a value or note of one kind. Photos are uploaded elsewhere. */
export function AddRecordDialog({ user_id, catalogue, onClose }: { user_id: number; catalogue: readonly HealthRecordCategory[]; onClose: () => void }) {
  const { t } = useTranslation(['health_record', 'common'])
  const language = useLanguage()
  const offered = catalogue.filter(({ value_kind }) => value_kind !== 'photo')
  const { value: draft, put, forget } = useFormDraft(`health_records/of/${user_id}`, newDraft(offered[0]?.name ?? ''))
  const [wrong, setWrong] = useState<Wrong>({})
  const [failed, setFailed] = useState<string>()
  const [rare, setRare] = useState(false)
  const [add, { isLoading }] = useAddHealthRecordMutation()
  const box = useRef<HTMLDivElement>(null)
  const category = offered.find(({ name }) => name === draft.category) ?? offered[0]
  if (!category) return null
  const isNote = category.value_kind === 'text'

  const leave = () => {
    forget()
    onClose()
  }
  const check = (): { values: { name: string; value: number }[]; recorded_at: string } | undefined => {
    const found: Wrong = {}
    const values = category.values.map(({ name, possible }) => {
      const text = draft.values[name] ?? ''
      const value = readNumber(text)
      if (!text.trim()) found[name] = t('health_record:form.missing')
      else if (value === undefined) found[name] = t('health_record:form.number')
      else if (value < possible.min || value > possible.max)
        found[name] = t('health_record:form.range', { min: printNumber(possible.min, 1), max: printNumber(possible.max, 1) })
      return { name, value: value ?? 0 }
    })
    const [first, second] = category.values
    if (second && !found[first!.name] && !found[second.name] && values[0]!.value <= values[1]!.value)
      found[second.name] = t('health_record:form.order', { first: first!.display_name })
    if (isNote && !draft.text.trim()) found.text = t('health_record:form.missing')
    const time = readTime(draft.time)
    if (!draft.day) found.day = t('health_record:form.missing')
    if (!time) found.time = t('health_record:form.time')
    const at = draft.day && time ? new Date(`${draft.day}T${time}:00+09:00`) : undefined
    if (at && at.getTime() > Date.now()) found.time = t('health_record:form.future')
    setWrong(found)
    if (!at || Object.keys(found).length) {
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return undefined
    }
    return { values, recorded_at: at.toISOString() }
  }
  const refused = ({ error, fields = {} }: CallError) => {
    const said = Object.fromEntries(category.values.flatMap(({ name }) => (fields[name]?.[0] ? [[name, fields[name][0]]] : [])))
    // a 422 that the client check let pass means an unlikely value: saving again confirms it
    setRare(Object.keys(said).length > 0)
    setWrong(said)
    setFailed(Object.keys(said).length ? undefined : error)
  }
  const save = async () => {
    if (isLoading) return
    setFailed(undefined)
    const checked = check()
    if (!checked) return
    const { values, recorded_at } = checked
    const { error } = await add({
      user_id,
      category_id: category.id,
      ...(values.length && { values }),
      text: draft.text,
      recorded_at,
      ...(rare && { confirmed: true }),
    })
    if (error) return refused(error as CallError)
    toast.success(t('health_record:form.saved'))
    leave()
  }
  return (
    <Dialog
      title={t('health_record:form.title')}
      onClose={leave}
      onSubmit={() => void save()}
      unsaved={draft.text.trim() !== '' || Object.values(draft.values).some((text) => text.trim() !== '')}
      footer={(close) => <SubmitButtons label={rare ? t('health_record:form.confirm') : t('common:action.save')} isBusy={isLoading} onCancel={close} />}
    >
      <div ref={box} className={classes.fields}>
        <Chips
          label={t('health_record:category')}
          value={category.name}
          onChange={(name) => {
            setWrong({})
            setRare(false)
            put({ category: name, values: {} })
          }}
          options={offered.map(({ name, display_name }) => ({ value: name, label: display_name }))}
        />
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
                error={wrong[name]}
                onChange={(event) => {
                  setRare(false)
                  put({ values: { ...draft.values, [name]: event.currentTarget.value } })
                }}
              />
            ))}
          </div>
        ) : null}
        <div className={classes.pair}>
          <DatePicker label={t('health_record:day')} value={draft.day} max={tokyoDay(new Date())} error={wrong.day} onChange={(day) => put({ day })} />
          <TextInput
            label={t('health_record:time')}
            inputMode="numeric"
            autoComplete="off"
            value={draft.time}
            error={wrong.time}
            onChange={(event) => put({ time: event.currentTarget.value })}
          />
        </div>
        <TextArea
          label={t(isNote ? 'health_record:note' : 'health_record:note.optional')}
          value={draft.text}
          maxLength={maxTextLength}
          required={isNote}
          error={wrong.text}
          onChange={(text) => put({ text })}
        />
        {failed === undefined ? null : (
          <div role="alert">
            <FieldMessage id="record-failed">
              {t('health_record:form.failed')} {failed}
            </FieldMessage>
          </div>
        )}
      </div>
    </Dialog>
  )
}
