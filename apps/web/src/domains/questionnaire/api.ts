import { listLifestyleCategories } from '@sukoyaka/wire/record/lifestyle'
import * as questionnaire from '@sukoyaka/wire/record/questionnaire'
import { listSymptomCategories } from '@sukoyaka/wire/record/symptom'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useListQuestionnairesQuery,
  useAddQuestionnaireMutation,
  useGetQuestionnaireQuery,
  useSaveQuestionnaireMutation,
  useAddMedicalQuestionnaireAnswersMutation,
  useListAskedSymptomsQuery,
  useListAskedLifestylesQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listQuestionnaires: queryEndpoint(build, questionnaire.listQuestionnaires, 'questionnaires'),
    addQuestionnaire: mutationEndpoint(build, questionnaire.addQuestionnaire),
    getQuestionnaire: queryEndpoint(build, questionnaire.getQuestionnaire, 'questionnaires', 'allergy_reactions'),
    saveQuestionnaire: mutationEndpoint(build, questionnaire.saveQuestionnaire),
    addMedicalQuestionnaireAnswers: mutationEndpoint(build, questionnaire.addMedicalQuestionnaireAnswers),
    listAskedSymptoms: queryEndpoint(build, listSymptomCategories),
    listAskedLifestyles: queryEndpoint(build, listLifestyleCategories),
  }),
})
