import * as today from '@sukoyaka/wire/boards/today'
import { serve } from '../../http/serve.ts'
import { putReview, removeReview } from './review-store.ts'
import { boardOf, sectionOf } from './store.ts'

export const todayRoutes = [
  serve(today.getToday, ({ db, context, actor, reach, input, language }) => boardOf(db, reach, { actor, now: context.clock(), language }, input)),
  serve(today.listTodaySection, ({ db, context, actor, reach, input, language }) => sectionOf(db, reach, { actor, now: context.clock(), language }, input)),
  serve(today.addTodayReview, ({ db, context, actor, reach, input }) => putReview(db, reach, actor, input, context.clock())),
  serve(today.removeTodayReview, ({ db, reach, input }) => removeReview(db, reach, input.id)),
]
