import * as presence from '@sukoyaka/wire/care/message-presence'
import { serve } from '../../../http/serve.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { presencesOf, savePresence } from './store.ts'

export const presenceRoutes = [
  serve(presence.listRoomPresences, async ({ actor, scope, input }) => ({ items: await presencesOf(actor, scope, input.patient_id) })),
  serve(presence.reportPresence, async ({ db, actor, scope, input }) => {
    if (await savePresence(actor, scope, input)) await publishPatientEvent(db, input.patient_id, ['room_presences'])
    return { items: await presencesOf(actor, scope, input.patient_id) }
  }),
]
