import { tokyoDay } from '@sukoyaka/rules/time'
import * as timeline from '@sukoyaka/wire/boards/timeline'
import { mustReach } from '../../access/patients.ts'
import { addressOf } from '../../files/signed-file.ts'
import { type Call, serve } from '../../http/serve.ts'
import { keysOf, monthsOf, shownTo } from './key-store.ts'
import { itemsOf } from './row-store.ts'
import { foundIn } from './search-store.ts'

type Asked = { user_id: number; q?: string; kinds?: timeline.TimelineKind[] }

const shownOf = async ({ db, reach, actor, language }: Pick<Call<typeof timeline.listTimeline>, 'db' | 'reach' | 'actor' | 'language'>, asked: Asked) => {
  await mustReach(db, reach, asked.user_id)
  return foundIn(db, reach, shownTo(actor, asked.kinds), { user_id: asked.user_id, q: asked.q, language })
}

export const timelineRoutes = [
  serve(timeline.listTimeline, async (call) => {
    const { db, reach, input, context, actor, language } = call
    const now = context.clock()
    const { keys, older, newer } = await keysOf(db, reach, input, await shownOf(call, input), now)
    const reading = { db, reach, language, now: now.toISOString(), today: tokyoDay(now), address: addressOf(context, actor.id) }
    return { items: await itemsOf(reading, keys), older, newer }
  }),
  serve(timeline.listTimelineMonths, async (call) => ({
    items: await monthsOf(call.db, call.reach, call.input.user_id, await shownOf(call, call.input), call.context.clock()),
  })),
]
