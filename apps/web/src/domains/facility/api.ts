import * as facility from '@sukoyaka/wire/people/facility'
import { api, read } from '../../api/api.ts'

export const { useListFacilitiesQuery, useGetFacilityQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listFacilities: read(build, facility.listFacilities),
    getFacility: read(build, facility.getFacility),
  }),
})

/** All there is to choose from, asked for once by whoever shows it. */
export const everything = { include: ['courses', 'options', 'hours', 'start_times'] } satisfies Parameters<typeof useListFacilitiesQuery>[0]
