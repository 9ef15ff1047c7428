import { tokyoDay } from '@sukoyaka/rules/time'
import type { addDataEntryRequest, cancelDataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'
import type { Call } from '../../../http/serve.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { liftCards } from '../../message/card/store.ts'
import { insertMessage } from '../../message/thread/send-store.ts'
import { forgetRecord, tellOfRecord } from '../../notification/record-store.ts'
import { dropUntouched, openQuestionnaire } from '../../questionnaire/store.ts'
import { cancelRequest, openRequest } from '../store.ts'

/** Notifies the patient after the commit. */
export const tellAsked = 'tell_asked'

/** Creates the form and its card in the conversation; the mail is sent after the commit. */
export const ask = async (call: Call<typeof addDataEntryRequest>) => {
  const { db, context, scope, actor, input } = call
  const { id: questionnaire_id } = await openQuestionnaire(scope, actor, { user_id: input.patient_id, parts: input.parts })
  const now = context.clock()
  const opened = await openRequest(scope, actor, { ...input, questionnaire_id, today: tokyoDay(now) })
  const lifted = await liftCards(scope, opened.id)
  // a request does not answer the patient's message
  const card = { patient_id: input.patient_id, message_type: 'data_entry_request' as const, data_entry_request_id: opened.id, isReply: false }
  const { id } = await insertMessage({ actor, scope, now }, { ...card, body: opened.note })
  call.about('message.new', id)
  await context.jobs.send(db, tellAsked, { id: opened.id, updated_at: opened.updated_at })
  for (const record_id of lifted) await publishPatientEvent(db, opened.patient_id, ['messages'], { kind: 'message.deleted', record_id })
  await tellOfRecord(scope, { user_id: opened.patient_id, kind: 'data_entry_request', record_id: opened.id })
  return opened
}

/** The store publishes the change of the card. */
export const cancel = async ({ scope, input }: Call<typeof cancelDataEntryRequest>) => {
  const cancelled = await cancelRequest(scope, input.id)
  await forgetRecord(scope, { kind: 'data_entry_request', record_id: cancelled.id })
  if (cancelled.questionnaire_id === null) return cancelled
  await dropUntouched(scope, cancelled.questionnaire_id)
  return cancelRequest(scope, input.id)
}
