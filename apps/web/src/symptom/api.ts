import * as symptom from '@sukoyaka/wire/symptom'
import { api, read } from '../kit/api.ts'

export const { useListSymptomCategoriesQuery, useListSymptomsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listSymptomCategories: read(build, symptom.listSymptomCategories, 'categories'),
    listSymptoms: read(build, symptom.listSymptoms, 'symptoms'),
  }),
})
