import { getNotificationSettings, putNotificationSettings } from '@sukoyaka/wire/people/notification'
import { api, read, write } from '../../api/api.ts'

/** How somebody is told and which key sends: more than one domain goes by it. */
export const { useGetNotificationSettingsQuery, usePutNotificationSettingsMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    getNotificationSettings: read(build, getNotificationSettings, 'notification_settings'),
    putNotificationSettings: write(build, putNotificationSettings),
  }),
})
