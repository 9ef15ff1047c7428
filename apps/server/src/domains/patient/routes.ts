import * as patient from '@sukoyaka/wire/people/patient'
import { listRecordAccesses } from '@sukoyaka/wire/people/record-access'
import { serve } from '../../http/serve.ts'
import { recordAccessesOf } from './record-access-store.ts'
import { careTeamOf } from './store.ts'

export const patientRoutes = [
  serve(patient.listCarePeople, async ({ scope, input }) => ({ items: await careTeamOf(scope, input.user_id) })),
  serve(listRecordAccesses, ({ db, scope, actor, input }) => recordAccessesOf(db, scope, actor.id, input)),
]
