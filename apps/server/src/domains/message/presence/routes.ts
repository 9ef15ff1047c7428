import * as presence from '@sukoyaka/wire/care/message-presence'
import { serve } from '../../../http/serve.ts'
import { report } from './actions/report-presence.ts'
import { presencesOf } from './store.ts'

export const presenceRoutes = [
  serve(presence.listRoomPresences, async ({ actor, scope, input }) => ({ items: await presencesOf(actor, scope, input.patient_id) })),
  serve(presence.reportPresence, report),
]
