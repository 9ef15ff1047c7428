import * as device from '@sukoyaka/wire/record/device'
import * as deviceDay from '@sukoyaka/wire/record/device-day'
import * as google from '@sukoyaka/wire/record/google-access'
import { serve } from '../../http/serve.ts'
import { beginAuthorization, endAuthorization, googleAccess } from './actions/authorize-google.ts'
import { changeOrder } from './actions/change-order.ts'
import { prefer } from './actions/prefer-device.ts'
import { receiveSamples } from './actions/receive-samples.ts'
import { explainDay } from './explain-store.ts'
import { removeTokens } from './google-store.ts'
import { samplesOf } from './query-store.ts'
import { syncOf } from './sync-store.ts'
import { latestPosts, syncTimes } from './sync-times.ts'

export const deviceRoutes = [
  serve(device.postAppleHealth, ({ context, scope, input }) => receiveSamples(context, scope, 'apple_health', input)),
  serve(device.postHealthConnect, ({ context, scope, input }) => receiveSamples(context, scope, 'health_connect', input)),
  serve(device.queryAppleHealth, ({ scope, input }) => samplesOf(scope, 'apple_health', input)),
  serve(device.queryGoogleFit, ({ scope, input }) => samplesOf(scope, 'google_fit', input)),
  serve(device.latestAppleHealth, async ({ scope, actor, input }) => ({ items: await latestPosts(scope, input.user_id ?? actor.id, 'apple_health') })),
  serve(device.latestHealthConnect, async ({ scope, actor, input }) => ({ items: await latestPosts(scope, input.user_id ?? actor.id, 'health_connect') })),
  serve(device.healthConnectSyncTimes, async ({ scope, input }) => ({ items: await syncTimes(scope, input.user_id, 'health_connect', input.keys) })),
  serve(deviceDay.getDeviceSync, ({ context, scope, input }) => syncOf(scope, input.user_id, context.clock())),
  serve(deviceDay.getDeviceDay, ({ scope, input }) => explainDay(scope, input)),
  serve(deviceDay.preferDevice, ({ context, scope, input }) => prefer(scope, input, context.clock())),
  serve(deviceDay.changeDeviceOrder, ({ context, scope, input }) => changeOrder(context, scope, input)),
  serve(google.unauthorizedScopes, ({ context, db, actor }) => googleAccess(context, db, actor)),
  serve(google.beginGoogleAuthorization, ({ context, db, actor }) => beginAuthorization(context, db, actor)),
  serve(google.authorizedGoogle, ({ context, actor, input }) => endAuthorization(context, actor, input)),
  serve(google.removeGoogleToken, ({ db, actor }) => removeTokens(db, actor)),
]
