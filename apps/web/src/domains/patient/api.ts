import { listPatients } from '@sukoyaka/wire/people/patient'
import { listRecordAccesses } from '@sukoyaka/wire/people/record-access'
import { api, queryEndpoint } from '../../api/api.ts'

export const patientApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPatients: queryEndpoint(build, listPatients, 'users', 'allergy_reactions'),
    listRecordAccesses: queryEndpoint(build, listRecordAccesses),
  }),
})
export const { useListPatientsQuery, useListRecordAccessesQuery } = patientApi
