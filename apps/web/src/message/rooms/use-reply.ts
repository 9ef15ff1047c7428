import type { MessageRoom } from '@sukoyaka/wire/message-room'
import { useTranslation } from 'react-i18next'
import { save } from '../../ui/save.ts'
import { useChangeMessageRoomMutation } from './api.ts'

/** Says that a room needs no reply, with a way back: reading alone never says so. */
export function useReply({ id }: Pick<MessageRoom, 'id'>) {
  const { t } = useTranslation('message_room')
  const [change] = useChangeMessageRoomMutation()
  const put = (needs_reply: boolean) => () => change({ id, needs_reply })
  const again = () => save(put(true), { done: t('waiting.again'), failed: t('waiting.failed') })
  return () => void save(put(false), { done: t('waiting.done'), failed: t('waiting.failed') }, { onUndo: () => void again() })
}
