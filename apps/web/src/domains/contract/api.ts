import { listPlans } from '@sukoyaka/wire/people/contract'
import { api, queryEndpoint } from '../../api/api.ts'

export const { useListPlansQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listPlans: queryEndpoint(build, listPlans, 'plans') }),
})
