import * as lifestyle from '@sukoyaka/wire/record/lifestyle'
import { api, queryEndpoint } from '../../api/api.ts'

export const { useListLifestyleCategoriesQuery, useListLifestylesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listLifestyleCategories: queryEndpoint(build, lifestyle.listLifestyleCategories),
    listLifestyles: queryEndpoint(build, lifestyle.listLifestyles, 'lifestyles'),
  }),
})
