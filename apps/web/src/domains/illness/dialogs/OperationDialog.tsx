import { formatPartialDay, validatePastDay } from '@sukoyaka/rules/partial-day'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { PerformedOperation } from '@sukoyaka/wire/record/illness'
import { useTranslation } from 'react-i18next'
import { parsePartialDay, showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { lengthOf } from '../../../ui/form/length.ts'
import { PartialDayInput } from '../../../ui/form/PartialDayInput.tsx'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useAddPerformedOperationMutation, useChangePerformedOperationMutation, useRemovePerformedOperationMutation } from '../api.ts'
import { HistoryList } from '../HistoryList.tsx'
import { useDayWords } from '../use-day-words.ts'
import type { At } from './disease-field.ts'

const maxMemoLength = 2000
const maxNameLength = 200

type Props = { user_id: number; operations: PerformedOperation[]; at: At; onAt: (at: At | undefined) => void }

export function OperationDialog({ user_id, operations, at, onAt }: Props) {
  const language = useLanguage()
  if (at !== 'list') return <Form key={at} user_id={user_id} operation={operations.find(({ id }) => id === at)} onAt={onAt} isOnly={!operations.length} />
  return (
    <HistoryList
      section="operation"
      items={operations}
      onAt={onAt}
      entry={({ name, operated_on, facility, detail }) => ({
        title: name,
        lang: recordLang(name, language),
        lines: [operated_on && formatPartialDay(operated_on, language), facility, detail],
      })}
    />
  )
}

const draftOf = (operation?: PerformedOperation) => ({
  name: operation?.name ?? '',
  operated_on: showDay(operation?.operated_on ?? null),
  facility: operation?.facility ?? '',
  detail: operation?.detail ?? '',
})

type FormProps = Omit<Props, 'operations' | 'at'> & { operation?: PerformedOperation; isOnly: boolean }

function Form({ user_id, operation, onAt, isOnly }: FormProps) {
  const { t } = useTranslation('illness')
  const wordsOf = useDayWords()
  const first = draftOf(operation)
  const { draft, put, dialogProps, showErrors, shownError, submitChange, submitRemoval } = useRecordForm(
    `performed_operations/${user_id}/${operation?.id ?? 'new'}`,
    first,
    {
      onLeave: () => onAt(isOnly ? undefined : 'list'),
      onRejected: () => onAt(operation?.id ?? 'new'),
    },
  )
  const [add] = useAddPerformedOperationMutation()
  const [change] = useChangePerformedOperationMutation()
  const [remove] = useRemovePerformedOperationMutation()

  const operated_on = parsePartialDay(draft.operated_on)
  const name = draft.name.trim()
  const errors = {
    name: name ? undefined : t('operation.nameMissing'),
    operated_on: wordsOf(operated_on === undefined ? 'format' : validatePastDay(operated_on, tokyoDay(new Date()))),
  }
  const submit = () => {
    showErrors()
    if (operated_on === undefined || Object.values(errors).some(Boolean) || lengthOf(draft.detail) > maxMemoLength) return false
    const row = { name, operated_on, facility: draft.facility.trim(), detail: draft.detail.trim() }
    submitChange(() => (operation ? change({ id: operation.id, updated_at: operation.updated_at, ...row }) : add({ user_id, ...row })), {
      done: t('operation.saved'),
      failed: t('operation.failed'),
      text: name,
    })
    return true
  }
  const run = () => submitRemoval(() => remove({ id: operation!.id }), { done: t('operation.removed'), failed: t('operation.removeFailed'), text: first.name })
  return (
    <RecordForm
      {...dialogProps}
      title={t(operation ? 'operation.change' : 'operation.add')}
      onSubmit={submit}
      removal={operation && { title: t('operation.remove'), question: t('operation.removeAsk'), confirm: t('operation.removeConfirm'), what: first.name, run }}
    >
      <TextInput
        data-autofocus
        label={t('operation.name')}
        required
        maxLength={maxNameLength}
        autoComplete="off"
        value={draft.name}
        onChange={(event) => put({ name: event.currentTarget.value })}
        error={shownError(errors.name)}
      />
      <PartialDayInput
        label={t('operation.operated_on')}
        text={draft.operated_on}
        onText={(text) => put({ operated_on: text })}
        error={shownError(errors.operated_on)}
        hint
      />
      <TextInput
        label={t('operation.facility')}
        maxLength={maxNameLength}
        autoComplete="off"
        value={draft.facility}
        onChange={(event) => put({ facility: event.currentTarget.value })}
      />
      <TextArea label={t('operation.detail')} value={draft.detail} onChange={(detail) => put({ detail })} maxLength={maxMemoLength} />
    </RecordForm>
  )
}
