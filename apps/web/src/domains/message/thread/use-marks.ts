import { fullName } from '@sukoyaka/rules/person'
import type { Message } from '@sukoyaka/wire/care/message'
import { addMessageLike, addMessagePin, addMessageReaction, removeMessageLike, removeMessagePin, removeMessageReaction } from '@sukoyaka/wire/care/message-mark'
import type { Endpoint, Input } from '@sukoyaka/wire/endpoint'
import { useTranslation } from 'react-i18next'
import { invalidateChanges } from '../../../api/api.ts'
import { callEndpoint } from '../../../api/call-endpoint.ts'
import { isConnected } from '../../../api/on-event.ts'
import { selectMe } from '../../../api/session.ts'
import { useAppDispatch, useAppSelector } from '../../../api/store.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Thread } from './thread.ts'

/** Temporary id of a mark until the server assigns one. */
const temporaryId = -1
type Reaction = Message['reactions'][number]

export const withReaction = (reactions: readonly Reaction[], emoticon: string, me: string): Reaction[] =>
  reactions.some((reaction) => reaction.emoticon === emoticon)
    ? reactions.map((reaction) =>
        reaction.emoticon === emoticon ? { ...reaction, count: reaction.count + 1, mine_id: temporaryId, names: [...reaction.names, me] } : reaction,
      )
    : [...reactions, { emoticon, count: 1, mine_id: temporaryId, names: [me] }]

export const withoutReaction = (reactions: readonly Reaction[], emoticon: string, me: string): Reaction[] =>
  reactions.flatMap((reaction) => {
    if (reaction.emoticon !== emoticon) return [reaction]
    const at = reaction.names.indexOf(me)
    return reaction.count > 1 ? [{ ...reaction, count: reaction.count - 1, mine_id: null, names: reaction.names.filter((_, index) => index !== at) }] : []
  })

/** Reactions, likes and pins with optimistic update; rolls back with a toast on failure. */
export function useMarks(thread: Thread) {
  const { t } = useTranslation('conversation')
  const language = useLanguage()
  const dispatch = useAppDispatch()
  const me = useAppSelector(selectMe)
  const myName = me ? fullName(me, language) : ''

  const sendMark = async <E extends Endpoint>(
    message: Message,
    optimisticEdit: (now: Message) => Message,
    endpoint: E,
    input: Input<E>,
    withId?: (now: Message, id: number) => Message,
  ) => {
    thread.edit(message.id, optimisticEdit)
    const { data, error } = await dispatch(callEndpoint(endpoint, input))
    if (error) {
      thread.edit(message.id, (now) => ({
        ...now,
        reactions: message.reactions,
        like_count: message.like_count,
        my_like_id: message.my_like_id,
        pin_id: message.pin_id,
      }))
      toast.error(t('act.failed'), { text: error.error })
    } else if (withId) thread.edit(message.id, (now) => withId(now, (data as { id: number }).id))
    dispatch(invalidateChanges(endpoint))
    if (!isConnected.read() || error) void thread.reload([message.id])
  }

  return {
    react: (message: Message, emoticon: string) => {
      const mine = message.reactions.find((reaction) => reaction.emoticon === emoticon)?.mine_id ?? null
      if (mine === temporaryId) return
      if (mine !== null)
        return void sendMark(message, (now) => ({ ...now, reactions: withoutReaction(now.reactions, emoticon, myName) }), removeMessageReaction, { id: mine })
      void sendMark(
        message,
        (now) => ({ ...now, reactions: withReaction(now.reactions, emoticon, myName) }),
        addMessageReaction,
        { message_id: message.id, emoticon },
        (now, id) => ({
          ...now,
          reactions: now.reactions.map((reaction) =>
            reaction.emoticon === emoticon && reaction.mine_id === temporaryId ? { ...reaction, mine_id: id } : reaction,
          ),
        }),
      )
    },
    like: (message: Message) => {
      if (message.my_like_id === temporaryId) return
      if (message.my_like_id !== null)
        return void sendMark(message, (now) => ({ ...now, my_like_id: null, like_count: Math.max(0, now.like_count - 1) }), removeMessageLike, {
          id: message.my_like_id,
        })
      void sendMark(
        message,
        (now) => ({ ...now, my_like_id: temporaryId, like_count: now.like_count + 1 }),
        addMessageLike,
        { message_id: message.id },
        (now, id) => ({ ...now, my_like_id: id }),
      )
    },
    pin: (message: Message) => {
      if (message.pin_id === temporaryId) return
      if (message.pin_id !== null) return void sendMark(message, (now) => ({ ...now, pin_id: null }), removeMessagePin, { id: message.pin_id })
      void sendMark(
        message,
        (now) => ({ ...now, pin_id: temporaryId }),
        addMessagePin,
        { message_id: message.id },
        (now, id) => ({ ...now, pin_id: id }),
      )
    },
  }
}

export type Marks = ReturnType<typeof useMarks>
