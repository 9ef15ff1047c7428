import type { reportPresence } from '@sukoyaka/wire/care/message-presence'
import type { Call } from '../../../../http/serve.ts'
import { publishPatientEvent } from '../../../../realtime/event-rows.ts'
import { saveShownRoom } from '../../../notification/store.ts'
import { presencesOf, savePresence } from '../store.ts'

/** Stores the report of a window, and returns the other people in the conversation. */
export const report = async ({ db, actor, scope, input }: Call<typeof reportPresence>) => {
  // the event is not sent to the reporter (`record_id`): their window would refetch the list and so report again without end
  if (await savePresence(actor, scope, input))
    await publishPatientEvent(db, input.patient_id, ['room_presences'], { kind: 'presence.changed', record_id: actor.id })
  await saveShownRoom(scope, actor, input)
  return { items: await presencesOf(actor, scope, input.patient_id) }
}
