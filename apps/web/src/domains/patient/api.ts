import { listPatients } from '@sukoyaka/wire/people/patient'
import { api, read } from '../../api/api.ts'

export const { useListPatientsQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listPatients: read(build, listPatients, 'users', 'care_people', 'contracts', 'allergy_reactions') }),
})
