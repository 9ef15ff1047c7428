import { getNotificationSettings, putNotificationSettings } from '@sukoyaka/wire/people/notification'
import { api, read, write } from '../../api/api.ts'

/** Notification settings and send key, used by several domains. */
export const { useGetNotificationSettingsQuery, usePutNotificationSettingsMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    getNotificationSettings: read(build, getNotificationSettings, 'notification_settings'),
    putNotificationSettings: write(build, putNotificationSettings),
  }),
})
