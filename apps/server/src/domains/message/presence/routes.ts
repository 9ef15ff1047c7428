import * as presence from '@sukoyaka/wire/care/message-presence'
import { serve } from '../../../http/serve.ts'
import { tellAbout } from '../../../realtime/event-rows.ts'
import { keepPresence, presencesOf } from './store.ts'

export const presenceRoutes = [
  serve(presence.listRoomPresences, async ({ db, actor, reach, input }) => ({ items: await presencesOf(db, actor, reach, input.patient_id) })),
  serve(presence.sayPresence, async ({ db, actor, reach, input }) => {
    if (await keepPresence(db, actor, reach, input)) await tellAbout(db, input.patient_id, ['room_presences'])
    return null
  }),
]
