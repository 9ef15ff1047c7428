import * as data_entry_request from '@sukoyaka/wire/record/data-entry-request'
import { serve } from '../../http/serve.ts'
import { cancel, requestDataEntry } from './actions/ask.ts'
import { requestsOf } from './store.ts'

export const dataEntryRequestRoutes = [
  serve(data_entry_request.listDataEntryRequests, async ({ scope, input }) => ({ items: await requestsOf(scope, input) })),
  serve(data_entry_request.addDataEntryRequest, requestDataEntry),
  serve(data_entry_request.cancelDataEntryRequest, cancel),
]
