import { formatPartialDay } from '@sukoyaka/rules/partial-day'
import type { PerformedOperation } from '@sukoyaka/wire/record/illness'
import { useTranslation } from 'react-i18next'
import { parsePartialDay, showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../../ui/form/length.ts'
import { PartialDayInput } from '../../../ui/form/PartialDayInput.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useAddPerformedOperationMutation, useChangePerformedOperationMutation, useRemovePerformedOperationMutation } from '../api.ts'
import { HistoryList, latestRow } from '../HistoryList.tsx'
import { useDayError } from '../use-day-error.ts'
import type { OpenView } from './disease-field.ts'

const maxMemoLength = 2000
const maxNameLength = 200

type Props = {
  user_id: number
  operations: PerformedOperation[]
  view: OpenView<PerformedOperation>
  onView: (view: OpenView<PerformedOperation> | undefined) => void
}

export function OperationDialog({ user_id, operations, view, onView }: Props) {
  const language = useLanguage()
  if (view !== 'list')
    return <Form key={view === 'new' ? view : view.id} user_id={user_id} operation={latestRow(operations, view)} onView={onView} isOnly={!operations.length} />
  return (
    <HistoryList
      section="operation"
      items={operations}
      onView={onView}
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

type FormProps = Omit<Props, 'operations' | 'view'> & { operation?: PerformedOperation; isOnly: boolean }

function Form({ user_id, operation, onView, isOnly }: FormProps) {
  const { t } = useTranslation('illness')
  const dayError = useDayError()
  const [add] = useAddPerformedOperationMutation()
  const [change] = useChangePerformedOperationMutation()
  const [remove] = useRemovePerformedOperationMutation()
  const form = useForm(`performed_operations/${user_id}/${operation?.id ?? 'new'}`, draftOf(operation), {
    version: operation?.updated_at,
    check: ({ name, operated_on, detail }) => ({
      name: name.trim() ? undefined : t('operation.nameMissing'),
      operated_on: dayError(operated_on),
      detail: lengthOf(detail) > maxMemoLength,
    }),
    send: ({ name, operated_on, facility, detail }, updated_at) => {
      const row = { name: name.trim(), operated_on: parsePartialDay(operated_on), facility: facility.trim(), detail: detail.trim() }
      return operation ? change({ id: operation.id, updated_at, ...row }) : add({ user_id, ...row })
    },
    messages: ({ name }) => ({ done: t('operation.saved'), failed: t('operation.failed'), text: name.trim() }),
    onClose: () => onView(isOnly ? undefined : 'list'),
    onReopen: () => onView(operation ?? 'new'),
  })
  return (
    <FormDialog
      form={form}
      title={t(operation ? 'operation.change' : 'operation.add')}
      removal={
        operation && {
          title: t('operation.remove'),
          question: t('operation.removeAsk'),
          confirm: t('operation.removeConfirm'),
          what: operation.name,
          send: () => remove({ id: operation.id }),
          done: t('operation.removed'),
          failed: t('operation.removeFailed'),
        }
      }
    >
      <TextInput data-autofocus label={t('operation.name')} required maxLength={maxNameLength} autoComplete="off" {...form.field('name')} />
      <PartialDayInput label={t('operation.operated_on')} hint {...form.field('operated_on')} />
      <TextInput label={t('operation.facility')} maxLength={maxNameLength} autoComplete="off" {...form.field('facility')} />
      <TextArea label={t('operation.detail')} maxLength={maxMemoLength} {...form.field('detail')} />
    </FormDialog>
  )
}
