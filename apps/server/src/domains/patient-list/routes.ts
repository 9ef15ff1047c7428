import { listPatients } from '@sukoyaka/wire/people/patient'
import { serve } from '../../http/serve.ts'
import { readPatients } from './actions/read-patients.ts'

export const patientListRoutes = [serve(listPatients, readPatients)]
