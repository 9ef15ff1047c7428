import { tokyoDay } from '@sukoyaka/rules/time'
import * as timeline from '@sukoyaka/wire/boards/timeline'
import { urlsFor } from '../../files/signed-file.ts'
import { type Call, serve } from '../../http/serve.ts'
import { requirePatient } from '../patient/require-store.ts'
import { keysOf, monthsOf, shownTo } from './key-store.ts'
import { itemsOf } from './row-store.ts'
import { searchKinds } from './search-store.ts'

type VisibleQuery = { user_id: number; q?: string; kinds?: timeline.TimelineKind[] }

const visibleKindsOf = async ({ scope, actor, language }: Pick<Call<typeof timeline.listTimeline>, 'scope' | 'actor' | 'language'>, query: VisibleQuery) => {
  await requirePatient(scope, query.user_id)
  return searchKinds(scope, shownTo(actor, query.kinds), { user_id: query.user_id, q: query.q, language })
}

export const timelineRoutes = [
  serve(timeline.listTimeline, async (call) => {
    const { db, scope, input, context, actor, language } = call
    const now = context.clock()
    const { keys, older, newer } = await keysOf(scope, input, await visibleKindsOf(call, input), now)
    const reading = { db, scope, language, now: now.toISOString(), today: tokyoDay(now), urlOf: urlsFor(context, actor.id) }
    return { items: await itemsOf(reading, keys), older, newer }
  }),
  serve(timeline.listTimelineMonths, async (call) => ({
    items: await monthsOf(call.scope, call.input.user_id, await visibleKindsOf(call, call.input), call.context.clock()),
  })),
]
