import type { addMedicalQuestionnaireAnswers } from '@sukoyaka/wire/questionnaire'
import { closeRequests } from '../../data-entry-request/store.ts'
import type { Call } from '../../kit/serve.ts'
import { sendAnswers } from '../answer-store.ts'
import { oneQuestionnaire } from '../store.ts'

/** The answers go into the record and whoever asked for them has them. */
export const sendQuestionnaire = async ({ db, reach, actor, input }: Call<typeof addMedicalQuestionnaireAnswers>) => {
  const id = await sendAnswers(db, reach, actor, input)
  await closeRequests(db, reach, { patient_id: input.user_id, kind: 'questionnaire' })
  return oneQuestionnaire(db, reach, id)
}
