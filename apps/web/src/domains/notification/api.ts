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
import { api, read, write } from '../../api/api.ts'

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
    listNotifications: read(build, listNotifications, 'notifications'),
    listUserUnreadRecords: read(build, listUserUnreadRecords, 'user_unread_records'),
    readUserUnreadRecord: write(build, readUserUnreadRecord),
    checkNotification: write(build, checkNotification),
    checkNotifications: write(build, checkNotifications),
    reportVisibility: write(build, reportVisibility),
    getPushKey: read(build, getPushKey),
    addPushSubscription: write(build, addPushSubscription),
    removePushSubscription: write(build, removePushSubscription),
  }),
})
