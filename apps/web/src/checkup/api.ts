import { listReferenceRanges, listTestResults } from '@sukoyaka/wire/checkup'
import { api, read } from '../kit/api.ts'

export const { useListTestResultsQuery, useListReferenceRangesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listTestResults: read(build, listTestResults, 'test_results'),
    listReferenceRanges: read(build, listReferenceRanges, 'users', 'categories'),
  }),
})
