import * as score from '@sukoyaka/wire/score'
import { api, read } from '../kit/api.ts'

export const { useListHealthScoresQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listHealthScores: read(build, score.listHealthScores, 'health_scores') }),
})
