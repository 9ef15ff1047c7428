import * as symptom from '@sukoyaka/wire/record/symptom'
import { api, read } from '../../api/api.ts'

export const { useListSymptomCategoriesQuery, useListSymptomsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listSymptomCategories: read(build, symptom.listSymptomCategories, 'categories'),
    listSymptoms: read(build, symptom.listSymptoms, 'symptoms'),
  }),
})
