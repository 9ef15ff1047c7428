import * as patient from '@sukoyaka/wire/people/patient'
import { serve } from '../../http/serve.ts'
import { careTeamOf } from './store.ts'

export const patientRoutes = [serve(patient.listCarePeople, async ({ scope, input }) => ({ items: await careTeamOf(scope, input.user_id) }))]
