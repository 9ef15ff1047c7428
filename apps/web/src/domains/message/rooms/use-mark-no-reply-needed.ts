import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { useTranslation } from 'react-i18next'
import { save } from '../../../ui/form/save.ts'
import { useChangeMessageRoomMutation } from './api.ts'

/** Marks a room as needing no reply, with undo. Applies up to the last message shown, so that later messages still need a reply. */
export function useMarkNoReplyNeeded({ id, last_message }: Pick<MessageRoom, 'id' | 'last_message'>) {
  const { t } = useTranslation('message_room')
  const [change] = useChangeMessageRoomMutation()
  const markNoReplyNeeded = () => change({ id, needs_reply: false, ...(last_message && { up_to_message_id: last_message.id }) })
  const markNeedsReply = () => save(() => change({ id, needs_reply: true }), { done: t('waiting.again'), failed: t('waiting.failed') })
  return () => void save(markNoReplyNeeded, { done: t('waiting.done'), failed: t('waiting.failed') }, { onUndo: () => void markNeedsReply() })
}
