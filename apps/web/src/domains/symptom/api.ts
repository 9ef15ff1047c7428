import * as symptom from '@sukoyaka/wire/record/symptom'
import { api, queryEndpoint } from '../../api/api.ts'

export const { useListSymptomCategoriesQuery, useListSymptomsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listSymptomCategories: queryEndpoint(build, symptom.listSymptomCategories),
    listSymptoms: queryEndpoint(build, symptom.listSymptoms, 'symptoms'),
  }),
})
