import type { addInterview, changeInterview, Interview, InterviewChange, removeInterview } from '@sukoyaka/wire/care/interview'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { urlsFor } from '../../../files/signed-file.ts'
import { removeFiles } from '../../../files/store-uploads.ts'
import type { Call } from '../../../http/serve.ts'
import { forgetRecord, notifyOfRecord } from '../../notification/record-store.ts'
import type { InterviewNotice } from '../notice-store.ts'
import { deleteInterview } from '../video-store.ts'
import { insertInterview, updateInterview } from '../write-store.ts'

/** Queue that mails the patient after the commit. */
export const interviewNoticeQueue = 'tell_interview'

export const readerOf = <E extends Endpoint>({ context, actor, language }: Call<E>) => ({ language, urlOf: urlsFor(context, actor!.id) })

/** Creates the notification of a new interview or of a change that the patient sees; removes it when the interview is cancelled. */
const updateNotification = async ({ scope }: { scope: PatientScope }, { id: record_id, interviewee_id: user_id }: Interview, change: InterviewChange) => {
  if (change === 'cancelled') await forgetRecord(scope, { kind: 'interview', record_id })
  else await notifyOfRecord(scope, { user_id, kind: 'interview', record_id })
}

/** A newly written summary creates a notification, an emptied one removes it. */
const updateSummaryNotification = async ({ scope }: { scope: PatientScope }, { id, interviewee_id: user_id }: Interview, summary: 'written' | 'emptied') => {
  const record = { kind: 'interview_summary' as const, record_id: id }
  if (summary === 'written') await notifyOfRecord(scope, { ...record, user_id })
  else await forgetRecord(scope, record)
}

const enqueueNotice = async <E extends Endpoint>({ db, context }: Call<E>, { id: interview_id, sequence }: Interview, change: InterviewChange) => {
  const notice: InterviewNotice = { interview_id, sequence, change }
  await context.jobs.send(db, interviewNoticeQueue, notice)
}

export const book = async (call: Call<typeof addInterview>) => {
  const { context, scope, input } = call
  const created = await insertInterview(scope, input, context.clock(), readerOf(call))
  if (created.status !== 'scheduled') return created
  if (input.notify) await enqueueNotice(call, created, 'made')
  await updateNotification(call, created, 'made')
  return created
}

export const change = async (call: Call<typeof changeInterview>) => {
  const { context, scope, actor, input } = call
  const { id: _, updated_at: __, patient_summary, ...booking } = input
  // each part has its own permission, checked before the interview is read
  if (Object.keys(booking).length) scope.withPermission('bookings.write')
  if (patient_summary !== undefined) scope.withPermission('interview_notes.write')
  const { updated: saved, noticeChange, summary } = await updateInterview(scope, actor, input, context.clock(), readerOf(call))
  if (input.notify && noticeChange) await enqueueNotice(call, saved, noticeChange)
  if (noticeChange) await updateNotification(call, saved, noticeChange)
  if (summary) await updateSummaryNotification(call, saved, summary)
  return saved
}

export const remove = async ({ context, scope, input, after }: Call<typeof removeInterview>) => {
  const keys = await deleteInterview(scope, input.id)
  after(() => removeFiles(context, keys))
  for (const kind of ['interview', 'interview_summary'] as const) await forgetRecord(scope, { kind, record_id: input.id })
  return null
}
