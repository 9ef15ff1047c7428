import * as score from '@sukoyaka/wire/record/score'
import { api, queryEndpoint } from '../../api/api.ts'

export const scoreApi = api.injectEndpoints({
  endpoints: (build) => ({ listHealthScores: queryEndpoint(build, score.listHealthScores, 'health_scores') }),
})
export const { useListHealthScoresQuery } = scoreApi
