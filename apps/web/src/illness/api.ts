import { listAllergyReactions } from '@sukoyaka/wire/illness'
import { api, read } from '../kit/api.ts'

export const { useListAllergyReactionsQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listAllergyReactions: read(build, listAllergyReactions, 'allergy_reactions') }),
})
