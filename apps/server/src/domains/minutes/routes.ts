import * as wire from '@sukoyaka/wire/care/minutes'
import { serve } from '../../http/serve.ts'
import { webhook } from '../../http/webhook.ts'
import { approve } from './actions/approve.ts'
import { convertActionItem } from './actions/convert.ts'
import { circleback } from './circleback.ts'
import { removeUnmatched, unmatchedMinutes } from './delivery-store.ts'
import { assignMinutes, editMinutes, minutesOf, rejectMinutes } from './store.ts'

export const minutesRoutes = [
  serve(wire.getAutoMinutes, async ({ scope, input }) => ({ auto_minutes: await minutesOf(scope, input.id) })),
  serve(wire.changeAutoMinutes, ({ scope, actor, input }) => editMinutes(scope, actor, input)),
  serve(wire.approveAutoMinutes, approve),
  serve(wire.rejectAutoMinutes, ({ scope, actor, input }) => rejectMinutes(scope, actor, input)),
  serve(wire.convertMinutesItem, convertActionItem),
  serve(wire.listUnmatchedMinutes, async ({ scope }) => ({ items: await unmatchedMinutes(scope) })),
  serve(wire.assignUnmatchedMinutes, ({ scope, input }) => assignMinutes(scope, input.id, input.interview_id)),
  serve(wire.removeUnmatchedMinutes, ({ scope, input }) => removeUnmatched(scope, input.id)),
  webhook(wire.receiveCircleback, circleback),
]
