import * as today from '@sukoyaka/wire/boards/today'
import * as urgent_contact from '@sukoyaka/wire/boards/urgent-contact'
import { serve } from '../../http/serve.ts'
import { recordContact } from './actions/record-contact.ts'
import { reviewRow } from './actions/review-row.ts'
import { removeContact } from './contact-store.ts'
import { removeReview } from './review-store.ts'
import { boardOf, sectionOf } from './store.ts'

export const todayRoutes = [
  serve(today.getToday, ({ context, actor, scope, input, language }) => boardOf(scope, { actor, now: context.clock(), language }, input)),
  serve(today.listTodaySection, ({ context, actor, scope, input, language }) => sectionOf(scope, { actor, now: context.clock(), language }, input)),
  serve(today.addTodayReview, reviewRow),
  serve(today.removeTodayReview, ({ scope, input }) => removeReview(scope, input.id)),
  serve(urgent_contact.addUrgentContact, recordContact),
  serve(urgent_contact.removeUrgentContact, ({ scope, input }) => removeContact(scope, input.id)),
]
