import {
  addPushSubscription,
  checkNotification,
  checkNotifications,
  getPushKey,
  listNotifications,
  listUserUnreadRecords,
  markUnreadRecordRead,
  removePushSubscription,
  reportVisibility,
} from '@sukoyaka/wire/people/notification'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useListNotificationsQuery,
  useListUserUnreadRecordsQuery,
  useMarkUnreadRecordReadMutation,
  useCheckNotificationMutation,
  useCheckNotificationsMutation,
  useReportVisibilityMutation,
  useGetPushKeyQuery,
  useLazyGetPushKeyQuery,
  useAddPushSubscriptionMutation,
  useRemovePushSubscriptionMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listNotifications: queryEndpoint(build, listNotifications, 'notifications'),
    listUserUnreadRecords: queryEndpoint(build, listUserUnreadRecords, 'user_unread_records'),
    markUnreadRecordRead: mutationEndpoint(build, markUnreadRecordRead),
    checkNotification: mutationEndpoint(build, checkNotification),
    checkNotifications: mutationEndpoint(build, checkNotifications),
    reportVisibility: mutationEndpoint(build, reportVisibility),
    getPushKey: queryEndpoint(build, getPushKey),
    addPushSubscription: mutationEndpoint(build, addPushSubscription),
    removePushSubscription: mutationEndpoint(build, removePushSubscription),
  }),
})
