import { message_card } from '@sukoyaka/phrases/care/message-card'
import { formatInstant } from '@sukoyaka/rules/time'
import type { declineInterviewProposal } from '@sukoyaka/wire/care/message-card'
import { apiError } from '../../../../errors/api-error.ts'
import type { Call } from '../../../../http/serve.ts'
import { publishPatientEvent } from '../../../../realtime/event-rows.ts'
import { lockRoomOf } from '../../counter-store.ts'
import { insertMessage } from '../../thread/send-store.ts'
import { lockProposal, updateProposal } from '../store.ts'
import { readMessage, validStarts } from './propose.ts'

/** Declines the proposal and sends the patient's suggested times and text as a message; the room then needs a reply. */
export const decline = async (call: Call<typeof declineInterviewProposal>) => {
  const { context, scope, language, input } = call
  const now = context.clock()
  // lock the room first, in the same order as sending and deleting a message
  await lockRoomOf(scope, input.id)
  const { patient_id, card } = await lockProposal(scope, input.id)
  if (card.declined_at !== null) return readMessage(call, input.id)
  if (card.chosen_at !== null) throw apiError('offer_over')
  const wanted_starts = validStarts(input.starts ?? [], now.getTime())
  await updateProposal(scope, input.id, { ...card, declined_at: now.toISOString(), wanted_starts })
  const words = message_card[language]
  const lines = [
    words['decline.message'],
    ...(wanted_starts.length ? [words['decline.wanted'], ...wanted_starts.map((start) => `・${formatInstant(start, language, 'weekday')}`)] : []),
    ...(input.body ? [input.body] : []),
  ]
  const { id } = await insertMessage({ ...call, now }, { patient_id, body: lines.join('\n'), reply_to_message_id: input.id, isAnswer: true })
  await publishPatientEvent(scope.db, patient_id, ['messages'], { kind: 'message.changed', record_id: input.id })
  call.about('message.new', id)
  return readMessage(call, input.id)
}
