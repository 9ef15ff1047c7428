import * as score from '@sukoyaka/wire/record/score'
import { serve } from '../../http/serve.ts'
import { hasUnreleased, healthScoresOf } from './store.ts'

export const scoreRoutes = [
  serve(score.listHealthScores, async ({ scope, input, language }) => ({
    items: await healthScoresOf(scope, input, language),
    has_unreleased: await hasUnreleased(scope, input.user_id),
  })),
]
