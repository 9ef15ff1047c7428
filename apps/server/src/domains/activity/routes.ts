import * as activity from '@sukoyaka/wire/record/activity'
import { serve } from '../../http/serve.ts'
import { recordSleep, recordSteps } from './actions/record-by-hand.ts'
import { dailySleepsOf, sleepsOf } from './sleep-store.ts'
import { stepsOf } from './store.ts'

export const activityRoutes = [
  serve(activity.listSteps, async ({ scope, input }) => ({ items: await stepsOf(scope, input) })),
  serve(activity.addSteps, recordSteps),
  serve(activity.listSleeps, async ({ scope, input }) => ({ items: await sleepsOf(scope, input) })),
  serve(activity.putSleep, recordSleep),
  serve(activity.listDailySleeps, async ({ scope, input }) => ({ items: await dailySleepsOf(scope, input) })),
]
