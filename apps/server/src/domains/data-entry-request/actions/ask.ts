import { tokyoDay } from '@sukoyaka/rules/time'
import type { addDataEntryRequest, cancelDataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'
import type { Call } from '../../../http/serve.ts'
import { tellAbout } from '../../../realtime/event-rows.ts'
import { liftCards } from '../../message/card/store.ts'
import { insertMessage } from '../../message/thread/send-store.ts'
import { forgetRecord, tellOfRecord } from '../../notification/record-store.ts'
import { dropUntouched, openQuestionnaire } from '../../questionnaire/store.ts'
import { cancelRequest, openRequest } from '../store.ts'

/** Who tells the patient, once the request stands. */
export const tellAsked = 'tell_asked'

/** The form is there before the patient comes to it; its card stands in the room; the mail goes out when the call is done. */
export const ask = async (call: Call<typeof addDataEntryRequest>) => {
  const { db, context, reach, actor, input } = call
  const { id: questionnaire_id } = await openQuestionnaire(db, reach, actor, { user_id: input.patient_id, parts: input.parts })
  const now = context.clock()
  const opened = await openRequest(db, reach, actor, { ...input, questionnaire_id, today: tokyoDay(now) })
  const lifted = await liftCards(db, reach, opened.id)
  // who asked something still waits for the answer to that
  const card = { patient_id: input.patient_id, message_type: 'data_entry_request' as const, data_entry_request_id: opened.id, isReply: false }
  const { id } = await insertMessage(db, { actor, reach, now }, { ...card, body: opened.note })
  call.about('message.new', id)
  await context.jobs.send(db, tellAsked, { id: opened.id, updated_at: opened.updated_at })
  for (const record_id of lifted) await tellAbout(db, opened.patient_id, ['messages'], { kind: 'message.deleted', record_id })
  await tellOfRecord(db, reach, { user_id: opened.patient_id, kind: 'data_entry_request', record_id: opened.id })
  return opened
}

/** Who looks at the card is told by the store. */
export const cancel = async ({ db, reach, input }: Call<typeof cancelDataEntryRequest>) => {
  const cancelled = await cancelRequest(db, reach, input.id)
  await forgetRecord(db, reach, { kind: 'data_entry_request', record_id: cancelled.id })
  if (cancelled.questionnaire_id === null) return cancelled
  await dropUntouched(db, reach, cancelled.questionnaire_id)
  return cancelRequest(db, reach, input.id)
}
