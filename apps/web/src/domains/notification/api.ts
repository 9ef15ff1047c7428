import {
  addPushSubscription,
  checkNotification,
  checkNotifications,
  getPushKey,
  listNotifications,
  listUserUnreadRecords,
  readUserUnreadRecord,
  removePushSubscription,
  reportVisibility,
} from '@sukoyaka/wire/people/notification'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useListNotificationsQuery,
  useListUserUnreadRecordsQuery,
  useReadUserUnreadRecordMutation,
  useCheckNotificationMutation,
  useCheckNotificationsMutation,
  useReportVisibilityMutation,
  useGetPushKeyQuery,
  useAddPushSubscriptionMutation,
  useRemovePushSubscriptionMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listNotifications: queryEndpoint(build, listNotifications, 'notifications'),
    listUserUnreadRecords: queryEndpoint(build, listUserUnreadRecords, 'user_unread_records'),
    readUserUnreadRecord: mutationEndpoint(build, readUserUnreadRecord),
    checkNotification: mutationEndpoint(build, checkNotification),
    checkNotifications: mutationEndpoint(build, checkNotifications),
    reportVisibility: mutationEndpoint(build, reportVisibility),
    getPushKey: queryEndpoint(build, getPushKey),
    addPushSubscription: mutationEndpoint(build, addPushSubscription),
    removePushSubscription: mutationEndpoint(build, removePushSubscription),
  }),
})
