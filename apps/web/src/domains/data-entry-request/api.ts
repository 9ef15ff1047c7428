import * as data_entry_request from '@sukoyaka/wire/record/data-entry-request'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useListDataEntryRequestsQuery, useAddDataEntryRequestMutation, useCancelDataEntryRequestMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listDataEntryRequests: queryEndpoint(build, data_entry_request.listDataEntryRequests, 'data_entry_requests'),
    addDataEntryRequest: mutationEndpoint(build, data_entry_request.addDataEntryRequest),
    cancelDataEntryRequest: mutationEndpoint(build, data_entry_request.cancelDataEntryRequest),
  }),
})
