import * as data_entry_request from '@sukoyaka/wire/record/data-entry-request'
import { api, read, write } from '../../api/api.ts'

export const { useListDataEntryRequestsQuery, useAddDataEntryRequestMutation, useCancelDataEntryRequestMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listDataEntryRequests: read(build, data_entry_request.listDataEntryRequests, 'data_entry_requests'),
    addDataEntryRequest: write(build, data_entry_request.addDataEntryRequest),
    cancelDataEntryRequest: write(build, data_entry_request.cancelDataEntryRequest),
  }),
})
