import * as score from '@sukoyaka/wire/record/score'
import { serve } from '../../http/serve.ts'
import { healthScoresOf } from './store.ts'

export const scoreRoutes = [serve(score.listHealthScores, async ({ scope, input, language }) => ({ items: await healthScoresOf(scope, input, language) }))]
