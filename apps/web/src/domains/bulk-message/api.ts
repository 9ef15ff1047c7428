import * as bulk_message from '@sukoyaka/wire/boards/bulk-message'
import { listDiseases } from '@sukoyaka/wire/care/assessment'
import { listUsers } from '@sukoyaka/wire/people/account'
import { listPlans } from '@sukoyaka/wire/people/contract'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  usePreviewBulkMessageMutation,
  useTestBulkMessageMutation,
  useAddBulkMessageMutation,
  useStopBulkMessageMutation,
  useResendBulkMessageMutation,
  useListBulkMessagesQuery,
  useGetBulkMessageQuery,
  useLazyGetBulkChoiceQuery,
  useListBulkRecipientsQuery,
  useBulkPlansQuery,
  useBulkDoctorsQuery,
  useBulkDiseasesQuery,
  useBulkPatientsQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    previewBulkMessage: mutationEndpoint(build, bulk_message.previewBulkMessage),
    testBulkMessage: mutationEndpoint(build, bulk_message.testBulkMessage),
    addBulkMessage: mutationEndpoint(build, bulk_message.addBulkMessage),
    stopBulkMessage: mutationEndpoint(build, bulk_message.stopBulkMessage),
    resendBulkMessage: mutationEndpoint(build, bulk_message.resendBulkMessage),
    listBulkMessages: queryEndpoint(build, bulk_message.listBulkMessages, 'bulk_messages'),
    getBulkMessage: queryEndpoint(build, bulk_message.getBulkMessage, 'bulk_messages'),
    getBulkChoice: queryEndpoint(build, bulk_message.getBulkChoice, 'bulk_messages', 'users'),
    listBulkRecipients: queryEndpoint(build, bulk_message.listBulkRecipients, 'bulk_messages'),
    bulkPlans: queryEndpoint(build, listPlans),
    bulkDoctors: queryEndpoint(build, listUsers, 'users'),
    bulkDiseases: queryEndpoint(build, listDiseases, 'diseases'),
    bulkPatients: queryEndpoint(build, listPatients, 'users'),
  }),
})
