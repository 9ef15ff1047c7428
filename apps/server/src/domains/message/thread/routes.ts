import * as message from '@sukoyaka/wire/care/message'
import { assertValid } from '../../../access/rows.ts'
import { urlsFor } from '../../../files/signed-file.ts'
import { removeFiles, removeUploads } from '../../../files/store-uploads.ts'
import type { FileGuard } from '../../../http/file-route.ts'
import { type Call, serve } from '../../../http/serve.ts'
import { imagesOfMessage, isMessageFileOpen, ownerOfMessageFiles } from './image-store.ts'
import { deleteMessage } from './remove-store.ts'
import { foundMessages } from './search-store.ts'
import { insertMessage, type NewMessage } from './send-store.ts'
import { messageOf, messagesOf, pickOf, type Reader } from './store.ts'

type MessageCall = Pick<Call<typeof message.addMessage>, 'db' | 'context' | 'actor' | 'scope' | 'uploads' | 'about' | 'after'>
const readerOf = ({ context, actor, scope }: Pick<MessageCall, 'context' | 'actor' | 'scope'>): Reader => ({
  actor,
  scope,
  urlOf: urlsFor(context, actor.id),
})

const send = async (call: MessageCall, input: NewMessage) => {
  const { id, isNew } = await insertMessage({ ...call, now: call.context.clock() }, input, call.uploads)
  // a retry: its files are stored already
  if (!isNew) call.after(() => removeUploads(call.context, call.uploads))
  call.about(isNew ? 'message.new' : 'message.changed', id)
  return messageOf(readerOf(call), id)
}

export const messageGuards: FileGuard[] = [
  { owner: ownerOfMessageFiles, permission: 'messages.read', resourceType: 'DocumentReference', isOpen: isMessageFileOpen },
]

export const messageRoutes = [
  serve(message.listMessages, (call) => messagesOf(readerOf(call), call.input)),
  serve(message.addMessage, (call) => {
    const { content_type = call.uploads.length ? 'image' : 'text' } = call.input
    const isImage = content_type === 'image'
    assertValid({
      content_type: !isImage && call.uploads.length > 0 && 'not_allowed',
      image: isImage && !call.uploads.length && 'required',
    })
    return send(call, { ...call.input, content_type })
  }),
  serve(message.addImageMessage, (call) => send(call, { ...call.input, content_type: 'image' })),
  serve(message.addFileMessage, (call) => send(call, { ...call.input, content_type: 'file' })),
  serve(message.searchMessages, async (call) => {
    const { q: query, page = 1, patient_id } = call.input
    const text = typeof query === 'string' ? query : query.body_cont
    return foundMessages(readerOf(call), { q: text, page, patient_id })
  }),
  serve(message.getMessage, (call) => messageOf(readerOf(call), call.input.id)),
  serve(message.removeMessage, async (call) => {
    const { context, actor, scope, input, after } = call
    const keys = await deleteMessage(actor, scope, input.id)
    after(() => removeFiles(context, keys))
    call.about('message.deleted', input.id)
    return null
  }),
  serve(message.listMessageImages, async (call) => {
    const { id } = await messageOf(readerOf(call), call.input.id)
    return { items: await imagesOfMessage(call.scope, id, readerOf(call).urlOf) }
  }),
  serve(message.pickMessage, (call) => pickOf(readerOf(call), call.input)),
]
