import { addFileMessage, addImageMessage, addMessage } from '@sukoyaka/wire/care/message'
import { type CallResult, performCall } from '../../../api/call.ts'
import type { Store } from '../../../api/store.ts'
import { filesOf } from '../../../api/unsent/files.ts'
import { upload } from '../../../api/upload.ts'
import type { OutboxMessage } from './outbox-message.ts'

/** Sends single messages. `onProgress` is called when the sent share of an upload changes. */
export const openSender = (user_id: number, { getState, dispatch }: Pick<Store, 'getState' | 'dispatch'>, onProgress: () => void) => {
  const shares = new Map<string, number>()
  const requests = new Map<string, AbortController>()

  const send = async ({
    client_id,
    patient_id,
    body,
    mentions,
    reply_to,
    is_urgent,
    content_type,
    again: retryCount,
  }: OutboxMessage): Promise<CallResult | 'files are gone'> => {
    const input = {
      patient_id,
      body,
      client_id,
      ...(mentions.length && { mention_ids: mentions.map(({ id }) => id) }),
      ...(reply_to && { reply_to_message_id: reply_to.id }),
      ...(is_urgent && { is_urgent }),
    }
    const key = retryCount ? `${client_id}-${retryCount}` : client_id
    const request = new AbortController()
    requests.set(client_id, request)
    try {
      if (content_type === 'text') return await performCall({ endpoint: addMessage, input, key }, { getState, dispatch, signal: request.signal })
      const files = await filesOf(user_id, client_id)
      if (!files) return 'files are gone'
      const isImages = content_type === 'image'
      const onSent = (share: number) => {
        shares.set(client_id, share)
        onProgress()
      }
      // shows the progress from the start, because the user cancels the upload there
      onSent(0)
      const named = { [isImages ? 'images[]' : 'files[]']: files }
      return await dispatch(upload(isImages ? addImageMessage : addFileMessage, input, named, { signal: request.signal, onProgress: onSent, key }))
    } finally {
      requests.delete(client_id)
      shares.delete(client_id)
    }
  }
  return {
    send,
    /** Sent share of the upload, from 0 to 1; undefined unless files are in flight. */
    shareOf: (client_id: string) => shares.get(client_id),
    isSending: (client_id: string) => requests.has(client_id),
    abort: (client_id: string) => requests.get(client_id)?.abort(),
  }
}
