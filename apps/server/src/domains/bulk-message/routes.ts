import * as bulk_message from '@sukoyaka/wire/boards/bulk-message'
import { serve } from '../../http/serve.ts'
import { preview, resend, sendTestMessage, write } from './actions/write.ts'
import { bulkMessageOf, bulkMessagesOf, namesOfChoice, recipientsOf, stopBulkMessage } from './store.ts'

export const bulkMessageRoutes = [
  serve(bulk_message.previewBulkMessage, preview),
  serve(bulk_message.testBulkMessage, sendTestMessage),
  serve(bulk_message.addBulkMessage, write),
  serve(bulk_message.listBulkMessages, ({ scope, input }) => bulkMessagesOf(scope, input.page)),
  serve(bulk_message.getBulkMessage, ({ scope, input }) => bulkMessageOf(scope, input.id)),
  serve(bulk_message.getBulkChoice, ({ scope, input, language }) => namesOfChoice(scope, input.id, language)),
  serve(bulk_message.listBulkRecipients, ({ scope, input }) => recipientsOf(scope, input)),
  serve(bulk_message.stopBulkMessage, async ({ scope, input }) => {
    await stopBulkMessage(scope, input.id)
    return bulkMessageOf(scope, input.id)
  }),
  serve(bulk_message.resendBulkMessage, resend),
]
