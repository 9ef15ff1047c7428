import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { useTranslation } from 'react-i18next'
import { save } from '../../../ui/form/save.ts'
import { useChangeMessageRoomMutation } from './api.ts'

/** Marks a room as needing no reply, with undo; reading it does not. Applies up to the last message shown, so that later ones still count as waiting. */
export function useReply({ id, last_message }: Pick<MessageRoom, 'id' | 'last_message'>) {
  const { t } = useTranslation('message_room')
  const [change] = useChangeMessageRoomMutation()
  const none = () => change({ id, needs_reply: false, ...(last_message && { up_to_message_id: last_message.id }) })
  const markUnanswered = () => save(() => change({ id, needs_reply: true }), { done: t('waiting.again'), failed: t('waiting.failed') })
  return () => void save(none, { done: t('waiting.done'), failed: t('waiting.failed') }, { onUndo: () => void markUnanswered() })
}
