import type { approveAutoMinutes } from '@sukoyaka/wire/care/minutes'
import type { Call } from '../../../http/serve.ts'
import { intervieweeOf } from '../../interview/notice-store.ts'
import { forgetRecord, notifyOfRecord } from '../../notification/record-store.ts'
import { approveMinutes } from '../store.ts'

/** Approves the minutes. The patient is notified only if there is a summary to read; a withdrawn summary takes its notification with it. */
export const approve = async ({ scope, actor, input }: Call<typeof approveAutoMinutes>) => {
  const { approved, isEmptied } = await approveMinutes(scope, actor, input)
  const record = { kind: 'interview_summary' as const, record_id: input.id }
  if (approved.patient_summary) await notifyOfRecord(scope, { ...record, user_id: await intervieweeOf(scope, input.id) })
  else if (isEmptied) await forgetRecord(scope, record)
  return approved
}
