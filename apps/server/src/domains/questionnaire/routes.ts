import * as questionnaire from '@sukoyaka/wire/record/questionnaire'
import { serve } from '../../http/serve.ts'
import { sendQuestionnaire } from './actions/send.ts'
import { sendQuestionnaireDocument } from './document/document.ts'
import { getQuestionnaire, openQuestionnaire, questionnairesOf, updateAnswers } from './store.ts'

export const questionnaireRoutes = [
  serve(questionnaire.listQuestionnaires, async ({ scope, input }) => ({ items: await questionnairesOf(scope, input.user_id) })),
  serve(questionnaire.addQuestionnaire, ({ scope, actor, input }) => openQuestionnaire(scope, actor, input)),
  serve(questionnaire.getQuestionnaire, ({ scope, input }) => getQuestionnaire(scope, input.id)),
  serve(questionnaire.getQuestionnaireDocument, sendQuestionnaireDocument),
  serve(questionnaire.saveQuestionnaire, ({ scope, input }) => updateAnswers(scope, input)),
  serve(questionnaire.addMedicalQuestionnaireAnswers, sendQuestionnaire),
]
