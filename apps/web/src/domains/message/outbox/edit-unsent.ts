import { maxFilesPerMessage } from '@sukoyaka/wire/care/message'
import { filesOf } from '../../../api/unsent/files.ts'
import { i18n } from '../../../i18n/i18n.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { type Draft, readDraft, writeDraft } from '../composer/draft.ts'
import { readAttachments, writeAttachments } from './attachment.ts'
import type { Outbox } from './outbox.ts'
import type { OutboxMessage } from './outbox-message.ts'

/** Whether the draft and the message quote different messages; one draft cannot quote both. */
const quotesOther = (draft: Draft, { reply_to }: OutboxMessage) => draft.reply_to !== null && reply_to !== null && draft.reply_to.id !== reply_to.id

/** The draft, then the text of the unsent message. */
const withUnsent = ({ body, mentions, reply_to, is_urgent }: Draft, unsent: OutboxMessage): Draft => ({
  body: [body, unsent.body].filter((text) => text.trim()).join('\n'),
  mentions: [...mentions.filter(({ id }) => !unsent.mentions.some((person) => person.id === id)), ...unsent.mentions],
  reply_to: reply_to ?? unsent.reply_to,
  is_urgent: is_urgent || unsent.is_urgent,
})

/**
 * Moves an unsent message from the outbox to the draft of its conversation, behind what was written there since. The composer must read the draft again. If
 * the draft cannot hold both, the message stays, a toast says why, and the result is false.
 */
export const editUnsent = async (outbox: Pick<Outbox, 'user_id' | 'discard'>, unsent: OutboxMessage): Promise<boolean> => {
  const { user_id } = outbox
  const { client_id, patient_id } = unsent
  const attached = await readAttachments(user_id, patient_id)
  const files = await filesOf(user_id, client_id)
  const added = (files ?? []).map((file) => ({ id: crypto.randomUUID(), file }))
  if (attached.length + added.length > maxFilesPerMessage || quotesOther(readDraft(user_id, patient_id), unsent)) {
    toast.error(i18n.t('conversation:send.draftFull'))
    return false
  }
  if (added.length) await writeAttachments(user_id, patient_id, [...attached, ...added])
  else if (unsent.files.length) toast.error(i18n.t('conversation:send.filesGone'))
  // read the draft only now, because the user may have typed while the files were copied
  writeDraft(user_id, patient_id, withUnsent(readDraft(user_id, patient_id), unsent))
  outbox.discard(client_id)
  return true
}
