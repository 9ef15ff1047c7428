import * as score from '@sukoyaka/wire/record/score'
import { serve } from '../../http/serve.ts'
import { healthScoresOf } from './store.ts'

export const scoreRoutes = [
  serve(score.listHealthScores, async ({ db, reach, input, language }) => ({ items: await healthScoresOf(db, reach, input, language) })),
]
