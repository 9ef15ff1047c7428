import { listLifestyleCategories } from '@sukoyaka/wire/record/lifestyle'
import * as questionnaire from '@sukoyaka/wire/record/questionnaire'
import { listSymptomCategories } from '@sukoyaka/wire/record/symptom'
import { api, read, write } from '../../api/api.ts'

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
    listQuestionnaires: read(build, questionnaire.listQuestionnaires, 'questionnaires'),
    addQuestionnaire: write(build, questionnaire.addQuestionnaire),
    getQuestionnaire: read(build, questionnaire.getQuestionnaire, 'questionnaires'),
    saveQuestionnaire: write(build, questionnaire.saveQuestionnaire),
    addMedicalQuestionnaireAnswers: write(build, questionnaire.addMedicalQuestionnaireAnswers),
    listAskedSymptoms: read(build, listSymptomCategories, 'categories'),
    listAskedLifestyles: read(build, listLifestyleCategories, 'categories'),
  }),
})
