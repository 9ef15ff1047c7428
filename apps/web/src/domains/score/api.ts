import * as score from '@sukoyaka/wire/record/score'
import { api, read } from '../../api/api.ts'

export const { useListHealthScoresQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listHealthScores: read(build, score.listHealthScores, 'health_scores') }),
})
