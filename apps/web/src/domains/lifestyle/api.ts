import * as lifestyle from '@sukoyaka/wire/record/lifestyle'
import { api, read } from '../../api/api.ts'

export const { useListLifestyleCategoriesQuery, useListLifestylesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listLifestyleCategories: read(build, lifestyle.listLifestyleCategories, 'categories'),
    listLifestyles: read(build, lifestyle.listLifestyles, 'lifestyles'),
  }),
})
