import { tokyoDay } from '@sukoyaka/rules/time'
import type { addDataEntryRequest, cancelDataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'
import type { Call } from '../../../http/serve.ts'
import { publishPatientEvent, publishUserEvent } from '../../../realtime/event-rows.ts'
import { replaceCards } from '../../message/card/store.ts'
import { insertMessage } from '../../message/thread/send-store.ts'
import { forgetRecord, notifyOfRecord } from '../../notification/record-store.ts'
import { deleteUntouched, openQuestionnaire } from '../../questionnaire/store.ts'
import { cancelRequest, openRequest } from '../store.ts'

/** Queue that mails the patient after the commit. */
export const requestNoticeQueue = 'tell_asked'

/** Creates the questionnaire and the request, or renews the open ones, and puts a new card at the end of the conversation; the mail is sent after the commit. */
export const requestDataEntry = async (call: Call<typeof addDataEntryRequest>) => {
  const { db, context, scope, actor, input } = call
  const { id: questionnaire_id } = await openQuestionnaire(scope, actor, { user_id: input.patient_id, parts: input.parts })
  const now = context.clock()
  const request = await openRequest(scope, actor, { ...input, questionnaire_id, today: tokyoDay(now) })
  // a request does not answer the patient's message
  const card = { patient_id: input.patient_id, message_type: 'data_entry_request' as const, data_entry_request_id: request.id, isReply: false }
  const { id } = await insertMessage({ actor, scope, now }, { ...card, body: request.note })
  const { removedIds, remindedIds } = await replaceCards(scope, request.id, id)
  call.about('message.new', id)
  await context.jobs.send(db, requestNoticeQueue, { id: request.id, updated_at: request.updated_at })
  for (const user_id of remindedIds) await publishUserEvent(db, user_id, ['message_reminders'])
  for (const record_id of removedIds) await publishPatientEvent(db, request.patient_id, ['messages'], { kind: 'message.deleted', record_id })
  await notifyOfRecord(scope, { user_id: request.patient_id, kind: 'data_entry_request', record_id: request.id })
  return request
}

/** The store publishes the change of the card. */
export const cancel = async ({ scope, input }: Call<typeof cancelDataEntryRequest>) => {
  const cancelled = await cancelRequest(scope, input.id)
  await forgetRecord(scope, { kind: 'data_entry_request', record_id: cancelled.id })
  if (cancelled.questionnaire_id === null) return cancelled
  await deleteUntouched(scope, cancelled.questionnaire_id)
  // deleting the questionnaire clears its id in the request: cancelling again only reads the changed row
  return cancelRequest(scope, input.id)
}
