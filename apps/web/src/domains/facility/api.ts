import * as facility from '@sukoyaka/wire/people/facility'
import { api, queryEndpoint } from '../../api/api.ts'

export const { useListFacilitiesQuery, useGetFacilityQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listFacilities: queryEndpoint(build, facility.listFacilities, 'facilities'),
    getFacility: queryEndpoint(build, facility.getFacility, 'facilities'),
  }),
})

/** Query of the components that need every detail of the facilities, so that they share one cache entry. */
export const allFacilityDetails = { include: ['courses', 'options', 'hours', 'start_times'] } satisfies Parameters<typeof useListFacilitiesQuery>[0]
