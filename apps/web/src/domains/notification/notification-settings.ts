import { getNotificationSettings, putNotificationSettings } from '@sukoyaka/wire/people/notification'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

/** Notification settings and send key, used by several domains. */
export const { useGetNotificationSettingsQuery, useLazyGetNotificationSettingsQuery, usePutNotificationSettingsMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    getNotificationSettings: queryEndpoint(build, getNotificationSettings, 'notification_settings'),
    putNotificationSettings: mutationEndpoint(build, putNotificationSettings),
  }),
})
