import { listPatients } from '@sukoyaka/wire/people/patient'
import { api, queryEndpoint } from '../../api/api.ts'

export const { useListPatientsQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listPatients: queryEndpoint(build, listPatients, 'users', 'allergy_reactions') }),
})
