import { fullName } from '@sukoyaka/rules/person'
import type { Task } from '@sukoyaka/wire/care/task'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { OpenPatient } from '../../ui/overlay/open-patient.tsx'
import { type Assignee, AssigneeField } from './AssigneeField.tsx'
import { useAddTaskMutation, useChangeTaskMutation, useRemoveTaskMutation } from './api.ts'
import { TaskMessage } from './TaskMessage.tsx'

const maxTextLength = 500

type Draft = { content: string; due_on: string | null; assignee: Assignee }

type Props = {
  user_id: number
  /** Names the patient on pages that are not about this patient. */
  patient?: OpenPatient | undefined
  task?: Task
  source?: Task['source']
  /** The message a new task is about. */
  message?: Task['message']
  onClose: () => void
  /** Opens the form again after the server rejected it. `saved`: after a conflict, the task as others changed it. */
  onRejected: (saved: Task | undefined) => void
}

/** Task form; a new task is assigned to its author by default. */
export function TaskDialog({ user_id, patient, task, source = 'person', message = task?.message ?? null, onClose, onRejected }: Props) {
  const { t } = useTranslation('task')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const noAssignee: Assignee = { text: '', id: null }
  const assigned = task ? task.assignee : me
  const initial: Draft = {
    content: task?.content ?? '',
    due_on: task?.due_on ?? null,
    assignee: assigned ? { text: fullName(assigned, language), id: assigned.id } : noAssignee,
  }
  const [add] = useAddTaskMutation()
  const [change] = useChangeTaskMutation()
  const [remove] = useRemoveTaskMutation()
  const form = useForm(`tasks/${user_id}/${task?.id ?? (message ? `message-${message.id}` : 'new')}`, initial, {
    version: task?.updated_at,
    check: ({ content, assignee }) => ({
      content: content.trim() ? undefined : t('contentMissing'),
      assignee: assignee.id === null && assignee.text.trim() ? t('assigneeUnknown') : undefined,
    }),
    send: ({ content, due_on, assignee }, updated_at) => {
      const row = { content: content.trim(), due_on, assignee_id: assignee.id }
      return task ? change({ id: task.id, updated_at, ...row }) : add({ user_id, source, ...(message && { message_id: message.id }), ...row })
    },
    messages: ({ content }) => ({ done: t('saved'), failed: t('failed'), text: content.trim() }),
    names: { assignee_id: 'assignee' },
    onClose,
    onReopen: ({ versions }) => onRejected(versions?.saved as Task | undefined),
  })
  return (
    <FormDialog
      form={form}
      title={t(task ? 'change' : 'add')}
      patient={patient}
      removal={
        task && {
          title: t('remove'),
          question: t('removeAsk'),
          confirm: t('removeConfirm'),
          what: task.content,
          send: () => remove({ id: task.id }),
          done: t('removed'),
          failed: t('removeFailed'),
        }
      }
    >
      {message ? <TaskMessage user_id={user_id} message={message} /> : null}
      <TextInput data-autofocus label={t('content')} required maxLength={maxTextLength} autoComplete="off" {...form.field('content')} />
      <DatePicker label={t('due_on')} {...form.field('due_on')} />
      <AssigneeField {...form.field('assignee')} />
    </FormDialog>
  )
}
