import * as presence from '@sukoyaka/wire/care/message-presence'
import { serve } from '../../../http/serve.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { presencesOf, savePresence } from './store.ts'

export const presenceRoutes = [
  serve(presence.listRoomPresences, async ({ actor, scope, input }) => ({ items: await presencesOf(actor, scope, input.patient_id) })),
  serve(presence.reportPresence, async ({ db, actor, scope, input }) => {
    // not to the one who reports: a window that refetches who is here would report itself again
    if (await savePresence(actor, scope, input))
      await publishPatientEvent(db, input.patient_id, ['room_presences'], { kind: 'presence.changed', record_id: actor.id })
    return { items: await presencesOf(actor, scope, input.patient_id) }
  }),
]
