import { message_card } from '@sukoyaka/phrases/care/message-card'
import type { Language } from '@sukoyaka/phrases/language'
import { formatInstant } from '@sukoyaka/rules/time'
import type { declineInterviewProposal } from '@sukoyaka/wire/care/message-card'
import { normalizeText } from '../../../../access/rows.ts'
import { apiError } from '../../../../errors/api-error.ts'
import type { Call } from '../../../../http/serve.ts'
import { publishPatientEvent } from '../../../../realtime/event-rows.ts'
import { lockRoomOf } from '../../counter-store.ts'
import { insertMessage } from '../../thread/send-store.ts'
import { hasReply, lockProposal, updateProposal } from '../store.ts'
import { readMessage, validStarts } from './propose.ts'

/** The patient's answer as the text of a message. */
const answerOf = (starts: readonly string[], text: string, language: Language) => {
  const words = message_card[language]
  return [
    words['decline.message'],
    ...(starts.length ? [words['decline.wanted'], ...starts.map((start) => `・${formatInstant(start, language, 'weekday')}`)] : []),
    ...(text ? [text] : []),
  ].join('\n')
}

/**
 * Declines the proposal and sends the patient's suggested times and text as a message; the room then needs a reply. A patient who has declined already may
 * answer again, such as from a form that was still open in another window: other times or another text are one more message.
 */
export const decline = async (call: Call<typeof declineInterviewProposal>) => {
  const { context, scope, actor, language, input } = call
  const now = context.clock()
  // lock the room first, in the same order as sending and deleting a message
  await lockRoomOf(scope, input.id)
  const { patient_id, card } = await lockProposal(scope, input.id)
  if (card.chosen_at !== null) throw apiError('offer_over')
  const { declined_at } = card
  const text = normalizeText(input.body ?? '')
  if (declined_at !== null && !input.starts?.length && !text) return readMessage(call, input.id)
  const starts = validStarts(input.starts ?? [], now.getTime())
  const body = answerOf(starts, text, language)
  if (declined_at !== null && (await hasReply(scope, { id: input.id, sender_id: actor.id, body }))) return readMessage(call, input.id)
  const wanted_starts = starts.length ? starts : card.wanted_starts
  await updateProposal(scope, input.id, { ...card, declined_at: declined_at ?? now.toISOString(), wanted_starts })
  const { id } = await insertMessage({ ...call, now }, { patient_id, body, reply_to_message_id: input.id, isAnswer: true })
  await publishPatientEvent(scope.db, patient_id, ['messages'], { kind: 'message.changed', record_id: input.id })
  call.about('message.new', id)
  return readMessage(call, input.id)
}
