import * as questionnaire from '@sukoyaka/wire/record/questionnaire'
import { serve } from '../../http/serve.ts'
import { sendQuestionnaire } from './actions/send.ts'
import { oneQuestionnaire, openQuestionnaire, questionnairesOf, updateAnswers } from './store.ts'

export const questionnaireRoutes = [
  serve(questionnaire.listQuestionnaires, async ({ db, reach, input }) => ({ items: await questionnairesOf(db, reach, input.user_id) })),
  serve(questionnaire.addQuestionnaire, ({ db, reach, actor, input }) => openQuestionnaire(db, reach, actor, input)),
  serve(questionnaire.getQuestionnaire, ({ db, reach, input }) => oneQuestionnaire(db, reach, input.id)),
  serve(questionnaire.saveQuestionnaire, ({ db, reach, input }) => updateAnswers(db, reach, input)),
  serve(questionnaire.addMedicalQuestionnaireAnswers, sendQuestionnaire),
]
