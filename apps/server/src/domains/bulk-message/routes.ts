import * as bulk_message from '@sukoyaka/wire/boards/bulk-message'
import { serve } from '../../http/serve.ts'
import { preview, resend, test, write } from './actions/write.ts'
import { bulkOf, bulksOf, recipientsOf, stopBulk } from './store.ts'

export const bulkMessageRoutes = [
  serve(bulk_message.previewBulkMessage, preview),
  serve(bulk_message.testBulkMessage, test),
  serve(bulk_message.addBulkMessage, write),
  serve(bulk_message.listBulkMessages, ({ db, input }) => bulksOf(db, input.page)),
  serve(bulk_message.getBulkMessage, ({ db, input }) => bulkOf(db, input.id)),
  serve(bulk_message.listBulkRecipients, ({ db, reach, input }) => recipientsOf(db, reach, input)),
  serve(bulk_message.stopBulkMessage, async ({ db, input }) => {
    await stopBulk(db, input.id)
    return bulkOf(db, input.id)
  }),
  serve(bulk_message.resendBulkMessage, resend),
]
