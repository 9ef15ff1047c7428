import * as today from '@sukoyaka/wire/boards/today'
import { serve } from '../../http/serve.ts'
import { putReview, removeReview } from './review-store.ts'
import { boardOf, sectionOf } from './store.ts'

export const todayRoutes = [
  serve(today.getToday, ({ context, actor, scope, input, language }) => boardOf(scope, { actor, now: context.clock(), language }, input)),
  serve(today.listTodaySection, ({ context, actor, scope, input, language }) => sectionOf(scope, { actor, now: context.clock(), language }, input)),
  serve(today.addTodayReview, ({ context, actor, scope, input }) => putReview(scope, actor, input, context.clock())),
  serve(today.removeTodayReview, ({ scope, input }) => removeReview(scope, input.id)),
]
