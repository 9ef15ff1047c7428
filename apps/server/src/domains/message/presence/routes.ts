import * as presence from '@sukoyaka/wire/care/message-presence'
import { serve } from '../../../http/serve.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { saveShownRoom } from '../../notification/store.ts'
import { presencesOf, savePresence } from './store.ts'

export const presenceRoutes = [
  serve(presence.listRoomPresences, async ({ actor, scope, input }) => ({ items: await presencesOf(actor, scope, input.patient_id) })),
  serve(presence.reportPresence, async ({ db, actor, scope, input }) => {
    // the event is not sent to the reporter (`record_id`): their window would refetch the list and so report again without end
    if (await savePresence(actor, scope, input))
      await publishPatientEvent(db, input.patient_id, ['room_presences'], { kind: 'presence.changed', record_id: actor.id })
    await saveShownRoom(scope, actor, input)
    return { items: await presencesOf(actor, scope, input.patient_id) }
  }),
]
