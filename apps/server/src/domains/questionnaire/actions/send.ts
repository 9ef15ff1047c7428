import { scopeOf } from '@sukoyaka/wire/access'
import type { addMedicalQuestionnaireAnswers } from '@sukoyaka/wire/record/questionnaire'
import type { Call } from '../../../http/serve.ts'
import { closeRequests } from '../../data-entry-request/store.ts'
import { forgetRecord } from '../../notification/record-store.ts'
import { sendAnswers } from '../answer-store.ts'
import { notifyOfRedFlags } from '../red-flag-store.ts'
import { getQuestionnaire } from '../store.ts'

/** Writes the answers to the record and closes the requests for them. What people send who may record diagnoses notifies nobody. */
export const sendQuestionnaire = async ({ scope, actor, input, language }: Call<typeof addMedicalQuestionnaireAnswers>) => {
  const id = await sendAnswers(scope, actor, input, language)
  for (const record_id of await closeRequests(scope, { patient_id: input.user_id, kind: 'questionnaire' }))
    await forgetRecord(scope, { kind: 'data_entry_request', record_id })
  if (!scopeOf(actor.role, 'diagnoses.write')) await notifyOfRedFlags(scope, { id, user_id: input.user_id })
  return getQuestionnaire(scope, id)
}
