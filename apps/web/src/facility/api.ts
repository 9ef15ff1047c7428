import * as facility from '@sukoyaka/wire/facility'
import { api, read } from '../kit/api.ts'

export const { useListFacilitiesQuery, useGetFacilityQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listFacilities: read(build, facility.listFacilities),
    getFacility: read(build, facility.getFacility),
  }),
})
