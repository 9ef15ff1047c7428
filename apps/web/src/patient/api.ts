import { listPatients } from '@sukoyaka/wire/patient'
import { api, read } from '../kit/api.ts'

export const { useListPatientsQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listPatients: read(build, listPatients, 'users', 'care_people', 'contracts', 'allergy_reactions') }),
})
