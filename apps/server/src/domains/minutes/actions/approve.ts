import type { approveAutoMinutes } from '@sukoyaka/wire/care/minutes'
import { normalizeText } from '../../../access/rows.ts'
import type { Call } from '../../../http/serve.ts'
import { intervieweeOf } from '../../interview/notice-store.ts'
import { notifyOfRecord } from '../../notification/record-store.ts'
import { approveMinutes } from '../store.ts'

/** Approves the minutes. The patient is notified only if there is a summary to read. */
export const approve = async ({ scope, actor, input }: Call<typeof approveAutoMinutes>) => {
  const approved = await approveMinutes(scope, actor, input)
  if (normalizeText(input.patient_summary))
    await notifyOfRecord(scope, { user_id: await intervieweeOf(scope, input.id), kind: 'interview_summary', record_id: input.id })
  return approved
}
