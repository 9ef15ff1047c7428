import type { addInterview, changeInterview, Interview, InterviewChange, removeInterview } from '@sukoyaka/wire/care/interview'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { addressOf } from '../../../files/signed-file.ts'
import { removeFiles } from '../../../files/store-uploads.ts'
import type { Call } from '../../../http/serve.ts'
import { forgetRecord, tellOfRecord } from '../../notification/record-store.ts'
import type { Told } from '../notice-store.ts'
import { deleteInterview } from '../video-store.ts'
import { insertInterview, updateInterview } from '../write-store.ts'

/** Notifies the patient after the commit. */
export const tellInterview = 'tell_interview'

export const readerOf = <E extends Endpoint>({ context, actor, language }: Call<E>) => ({ language, address: addressOf(context, actor!.id) })

/** Notification of a new date, or its removal if there is none. */
const keepNotice = async ({ scope }: { scope: PatientScope }, { id: record_id, interviewee_id: user_id }: Interview, change: InterviewChange) => {
  if (change === 'cancelled') await forgetRecord(scope, { kind: 'interview', record_id })
  else await tellOfRecord(scope, { user_id, kind: 'interview', record_id })
}

/** A newly written summary creates a notification; edits do not. */
const keepSummaryNotice = async ({ scope }: { scope: PatientScope }, { id, interviewee_id: user_id }: Interview, summary: 'written' | 'emptied') => {
  const which = { kind: 'interview_summary' as const, record_id: id }
  if (summary === 'written') await tellOfRecord(scope, { ...which, user_id })
  else await forgetRecord(scope, which)
}

const tell = async <E extends Endpoint>({ db, context }: Call<E>, { id: interview_id, sequence }: Interview, change: InterviewChange) => {
  const told: Told = { interview_id, sequence, change }
  await context.jobs.send(db, tellInterview, told)
}

export const arrange = async (call: Call<typeof addInterview>) => {
  const { context, scope, input } = call
  const made = await insertInterview(scope, input, context.clock(), readerOf(call))
  if (made.status !== 'scheduled') return made
  if (input.notify) await tell(call, made, 'made')
  await keepNotice(call, made, 'made')
  return made
}

export const change = async (call: Call<typeof changeInterview>) => {
  const { context, scope, actor, input } = call
  const { id: _, updated_at: __, patient_summary, ...booking } = input
  // each part has its own permission, checked before the interview is read
  if (Object.keys(booking).length) scope.withPermission('bookings.write')
  if (patient_summary !== undefined) scope.withPermission('interview_notes.write')
  const { shown, told, summary } = await updateInterview(scope, actor, input, context.clock(), readerOf(call))
  if (input.notify && told) await tell(call, shown, told)
  if (told) await keepNotice(call, shown, told)
  if (summary) await keepSummaryNotice(call, shown, summary)
  return shown
}

export const remove = async ({ context, scope, input, after }: Call<typeof removeInterview>) => {
  const keys = await deleteInterview(scope, input.id)
  after(() => removeFiles(context, keys))
  for (const kind of ['interview', 'interview_summary'] as const) await forgetRecord(scope, { kind, record_id: input.id })
  return null
}
