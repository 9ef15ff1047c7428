import * as patient from '@sukoyaka/wire/people/patient'
import { listRecordAccesses } from '@sukoyaka/wire/people/record-access'
import { listRecordPresences, reportRecordPresence } from '@sukoyaka/wire/people/record-presence'
import { serve } from '../../http/serve.ts'
import { publishPresence } from '../../realtime/event-rows.ts'
import { recordAccessesOf } from './record-access-store.ts'
import { presentColleagues } from './record-presence-store.ts'
import { requirePatient } from './require-store.ts'
import { careTeamOf } from './store.ts'

export const patientRoutes = [
  serve(patient.listCarePeople, async ({ scope, input }) => ({ items: await careTeamOf(scope, input.user_id) })),
  serve(listRecordPresences, async ({ context, scope, actor, input: { user_id } }) => {
    await requirePatient(scope, user_id)
    return { items: await presentColleagues(scope.db, context.events.recordPresences.usersIn(user_id), actor.id) }
  }),
  serve(reportRecordPresence, async ({ context, db, scope, actor, input: { user_id, client_id, is_here } }) => {
    await requirePatient(scope, user_id)
    await publishPresence(db, { user_id: actor.id, window_id: client_id, patient_id: user_id, is_here })
    return { items: await presentColleagues(scope.db, context.events.recordPresences.usersIn(user_id), actor.id) }
  }),
  serve(listRecordAccesses, ({ db, scope, actor, input }) => recordAccessesOf(db, scope, actor.id, input)),
]
