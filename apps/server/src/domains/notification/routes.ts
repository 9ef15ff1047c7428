import * as notification from '@sukoyaka/wire/people/notification'
import { reachUnder } from '../../access/gate.ts'
import { serve } from '../../http/serve.ts'
import { isOfService } from '../../mail/web-push.ts'
import { dropSubscription, keepSubscription } from './push-store.ts'
import { readRecord, unreadRecordsOf } from './record-store.ts'
import { keepSettings, settingsOf } from './settings-store.ts'
import { checkAll, checkOne, keepVisibility, notificationsOf } from './store.ts'

export const notificationRoutes = [
  serve(notification.listNotifications, ({ db, reach, actor, input }) => notificationsOf(db, reach, actor, input)),
  serve(notification.checkNotification, ({ db, reach, actor, input }) => checkOne(db, reach, actor, input.id)),
  serve(notification.checkNotifications, ({ db, reach, actor }) => checkAll(db, reach, actor)),
  serve(notification.listUserUnreadRecords, ({ db, reach, actor, input }) => unreadRecordsOf(db, reach, actor, input)),
  serve(notification.readUserUnreadRecord, ({ db, reach, actor, input }) => readRecord(db, reach, actor, input.id)),
  // whose rooms one may look at is not the question of one's own account
  serve(notification.reportVisibility, ({ db, reach, actor, input }) => keepVisibility(db, reachUnder(actor, 'messages.read', reach), actor, input)),
  serve(notification.getNotificationSettings, ({ db, reach, actor }) => settingsOf(db, reach, actor)),
  serve(notification.putNotificationSettings, ({ db, reach, actor, input }) => keepSettings(db, reach, actor, input)),
  serve(notification.getPushKey, async ({ context }) => ({ key: context.push?.key ?? null })),
  serve(notification.addPushSubscription, ({ db, context, reach, actor, input }) =>
    keepSubscription(db, reach, actor, input, context.push?.takes ?? ((endpoint) => isOfService(endpoint))),
  ),
  serve(notification.removePushSubscription, ({ db, reach, actor, input }) => dropSubscription(db, reach, actor, input.id)),
]
