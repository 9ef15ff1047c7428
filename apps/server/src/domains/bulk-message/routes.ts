import * as bulk_message from '@sukoyaka/wire/boards/bulk-message'
import { serve } from '../../http/serve.ts'
import { preview, resend, test, write } from './actions/write.ts'
import { bulkOf, bulksOf, recipientsOf, stopBulk } from './store.ts'

export const bulkMessageRoutes = [
  serve(bulk_message.previewBulkMessage, preview),
  serve(bulk_message.testBulkMessage, test),
  serve(bulk_message.addBulkMessage, write),
  serve(bulk_message.listBulkMessages, ({ scope, input }) => bulksOf(scope, input.page)),
  serve(bulk_message.getBulkMessage, ({ scope, input }) => bulkOf(scope, input.id)),
  serve(bulk_message.listBulkRecipients, ({ scope, input }) => recipientsOf(scope, input)),
  serve(bulk_message.stopBulkMessage, async ({ scope, input }) => {
    await stopBulk(scope, input.id)
    return bulkOf(scope, input.id)
  }),
  serve(bulk_message.resendBulkMessage, resend),
]
