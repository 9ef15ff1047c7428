import * as notification from '@sukoyaka/wire/people/notification'
import { serve } from '../../http/serve.ts'
import { isPushServiceEndpoint } from '../../mail/web-push.ts'
import { deleteOwnSubscription, saveSubscription } from './push-store.ts'
import { markRecordRead, unreadRecordsOf } from './record-store.ts'
import { saveSettings, settingsOf } from './settings-store.ts'
import { checkAll, checkNotification, notificationsOf, saveVisibility } from './store.ts'

export const notificationRoutes = [
  serve(notification.listNotifications, ({ scope, actor, input }) => notificationsOf(scope, actor, input)),
  serve(notification.checkNotification, ({ scope, actor, input }) => checkNotification(scope, actor, input.id)),
  serve(notification.checkNotifications, ({ scope, actor, input }) => checkAll(scope, actor, input)),
  serve(notification.listUserUnreadRecords, ({ scope, actor, input }) => unreadRecordsOf(scope, actor, input)),
  serve(notification.markUnreadRecordRead, ({ scope, actor, input }) => markRecordRead(scope, actor, input.id)),
  // the reported room is checked with the permission for messages, not with that for one's own account
  serve(notification.reportVisibility, ({ scope, actor, input }) => saveVisibility(scope.withPermission('messages.read'), actor, input)),
  serve(notification.getNotificationSettings, ({ scope, actor }) => settingsOf(scope, actor)),
  serve(notification.putNotificationSettings, ({ scope, actor, input }) => saveSettings(scope, actor, input)),
  serve(notification.getPushKey, async ({ context }) => ({ key: context.push?.public_key ?? null })),
  serve(notification.addPushSubscription, ({ context, scope, actor, input }) =>
    saveSubscription(scope, actor, input, context.push ?? { accepts: (endpoint) => isPushServiceEndpoint(endpoint), public_key: null }),
  ),
  serve(notification.removePushSubscription, ({ scope, actor, input }) => deleteOwnSubscription(scope, actor, input.id)),
]
