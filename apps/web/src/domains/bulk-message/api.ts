import * as bulk_message from '@sukoyaka/wire/boards/bulk-message'
import { listDiseases } from '@sukoyaka/wire/care/assessment'
import { listUsers } from '@sukoyaka/wire/people/account'
import { listPlans } from '@sukoyaka/wire/people/contract'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { api, read, write } from '../../api/api.ts'

export const {
  usePreviewBulkMessageMutation,
  useTestBulkMessageMutation,
  useAddBulkMessageMutation,
  useStopBulkMessageMutation,
  useResendBulkMessageMutation,
  useListBulkMessagesQuery,
  useGetBulkMessageQuery,
  useListBulkRecipientsQuery,
  useBulkPlansQuery,
  useBulkDoctorsQuery,
  useBulkDiseasesQuery,
  useBulkPatientsQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    previewBulkMessage: write(build, bulk_message.previewBulkMessage),
    testBulkMessage: write(build, bulk_message.testBulkMessage),
    addBulkMessage: write(build, bulk_message.addBulkMessage),
    stopBulkMessage: write(build, bulk_message.stopBulkMessage),
    resendBulkMessage: write(build, bulk_message.resendBulkMessage),
    listBulkMessages: read(build, bulk_message.listBulkMessages, 'bulk_messages'),
    getBulkMessage: read(build, bulk_message.getBulkMessage, 'bulk_messages'),
    listBulkRecipients: read(build, bulk_message.listBulkRecipients, 'bulk_messages'),
    bulkPlans: read(build, listPlans, 'plans'),
    bulkDoctors: read(build, listUsers, 'users'),
    bulkDiseases: read(build, listDiseases, 'diseases'),
    bulkPatients: read(build, listPatients, 'users'),
  }),
})
