import * as wire from '@sukoyaka/wire/care/minutes'
import { serve } from '../../http/serve.ts'
import { webhook } from '../../http/webhook.ts'
import { approve } from './actions/approve.ts'
import { become } from './actions/become.ts'
import { removeWaiting, waitingMinutes } from './arrival-store.ts'
import { circleback } from './circleback.ts'
import { assignMinutes, editMinutes, minutesOf, rejectMinutes } from './store.ts'

export const minutesRoutes = [
  serve(wire.readAutoMinutes, async ({ db, reach, input }) => ({ auto_minutes: await minutesOf(db, reach, input.id) })),
  serve(wire.changeAutoMinutes, ({ db, reach, actor, input }) => editMinutes(db, reach, actor, input)),
  serve(wire.approveAutoMinutes, approve),
  serve(wire.rejectAutoMinutes, ({ db, reach, actor, input }) => rejectMinutes(db, reach, actor, input)),
  serve(wire.becomeOfActionItem, become),
  serve(wire.listUnmatchedMinutes, async ({ db, reach }) => ({ items: await waitingMinutes(db, reach) })),
  serve(wire.assignUnmatchedMinutes, ({ db, reach, input }) => assignMinutes(db, reach, input.id, input.interview_id)),
  serve(wire.removeUnmatchedMinutes, ({ db, input }) => removeWaiting(db, input.id)),
  webhook(wire.receiveCircleback, circleback),
]
