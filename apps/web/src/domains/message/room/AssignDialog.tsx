import { fullName } from '@sukoyaka/rules/person'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { type Assignee, AssigneeField } from '../../task/AssigneeField.tsx'
import { useChangeMessageRoomMutation } from '../rooms/api.ts'

type Props = { room: MessageRoom; onClose: () => void; onReopen: () => void }

/**
 * Assigns a conversation to a member of staff. Preset: the assignee, else the signed-in user. An empty field removes the assignment. If a colleague has
 * changed the assignment since the dialog was opened, the server rejects it; the dialog, opened again, shows who has the conversation.
 */
export function AssignDialog({ room: { id, patient, assignee }, onClose, onReopen }: Props) {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const [change] = useChangeMessageRoomMutation()
  const [previous_assignee_id] = useState(assignee?.id ?? null)
  const assigned = assignee ?? me
  const initial: { assignee: Assignee } = { assignee: assigned ? { text: fullName(assigned, language), id: assigned.id } : { text: '', id: null } }
  const form = useForm(`message_rooms/${id}/assignee`, initial, {
    check: ({ assignee: { id: chosen, text } }) => ({ assignee: chosen === null && text.trim() ? t('assign.unknown') : undefined }),
    send: ({ assignee: { id: assignee_id } }) => change({ id, assignee_id, previous_assignee_id }),
    messages: ({ assignee: { id: chosen } }) => ({ done: t(chosen === null ? 'assign.removed' : 'assign.saved'), failed: t('assign.failed') }),
    names: { assignee_id: 'assignee' },
    onClose,
    onReopen,
  })
  return (
    <FormDialog
      form={form}
      title={t('assign.title')}
      subtitle={assignee ? t('assign.current', { name: fullName(assignee, language) }) : undefined}
      patient={patient}
    >
      <AssigneeField label={t('assign.label')} hint={t('assign.hint')} {...form.field('assignee')} />
    </FormDialog>
  )
}
