import { listCarePeople } from '@sukoyaka/wire/people/patient'
import { api, queryEndpoint } from '../../../api/api.ts'

export const { useRoomCarePeopleQuery } = api.injectEndpoints({ endpoints: (build) => ({ roomCarePeople: queryEndpoint(build, listCarePeople) }) })
