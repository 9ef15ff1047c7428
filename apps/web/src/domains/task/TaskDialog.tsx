import { fullName } from '@sukoyaka/rules/person'
import type { Task } from '@sukoyaka/wire/care/task'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { type Assignee, AssigneeField } from './AssigneeField.tsx'
import { useAddTaskMutation, useChangeTaskMutation, useRemoveTaskMutation } from './api.ts'

const maxTextLength = 500

type Draft = { content: string; due_on: string | null; assignee: Assignee }

type Props = {
  user_id: number
  /** Patient name for the subtitle, if the page does not show it. */
  patient?: string | undefined
  task?: Task
  source?: Task['source']
  onClose: () => void
  onRejected: () => void
}

/** Task form; a new task is assigned to its author by default. */
export function TaskDialog({ user_id, patient, task, source = 'person', onClose, onRejected }: Props) {
  const { t } = useTranslation('task')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const noAssignee: Assignee = { text: '', id: null }
  const assigned = task ? task.assignee : me
  const first: Draft = {
    content: task?.content ?? '',
    due_on: task?.due_on ?? null,
    assignee: assigned ? { text: fullName(assigned, language), id: assigned.id } : noAssignee,
  }
  const { draft, put, dialogProps, showErrors, shownError, submitChange, submitRemoval } = useRecordForm(`tasks/${user_id}/${task?.id ?? 'new'}`, first, {
    onLeave: onClose,
    onRejected,
  })
  const [add] = useAddTaskMutation()
  const [change] = useChangeTaskMutation()
  const [remove] = useRemoveTaskMutation()
  const content = draft.content.trim()
  const { assignee } = draft
  const errors = {
    content: content ? undefined : t('contentMissing'),
    assignee: assignee.id === null && assignee.text.trim() ? t('assigneeUnknown') : undefined,
  }
  const submit = () => {
    showErrors()
    if (errors.content || errors.assignee) return false
    const row = { content, due_on: draft.due_on, assignee_id: assignee.id }
    submitChange(() => (task ? change({ id: task.id, updated_at: task.updated_at, ...row }) : add({ user_id, source, ...row })), {
      done: t('saved'),
      failed: t('failed'),
      text: content,
    })
    return true
  }
  const run = () => submitRemoval(() => remove({ id: task!.id }), { done: t('removed'), failed: t('removeFailed'), text: task!.content })
  return (
    <RecordForm
      {...dialogProps}
      title={t(task ? 'change' : 'add')}
      subtitle={patient}
      onSubmit={submit}
      removal={task && { title: t('remove'), question: t('removeAsk'), confirm: t('removeConfirm'), what: task.content, run }}
    >
      <TextInput
        data-autofocus
        label={t('content')}
        required
        maxLength={maxTextLength}
        autoComplete="off"
        value={draft.content}
        onChange={(event) => put({ content: event.currentTarget.value })}
        error={shownError(errors.content)}
      />
      <DatePicker label={t('due_on')} value={draft.due_on} onChange={(due_on) => put({ due_on })} />
      <AssigneeField value={assignee} onChange={(next) => put({ assignee: next })} error={shownError(errors.assignee)} />
    </RecordForm>
  )
}
