import { tokyoDay } from '@sukoyaka/rules/time'
import * as activity from '@sukoyaka/wire/record/activity'
import { serve } from '../../http/serve.ts'
import { replaceSleep } from './sleep-entry-store.ts'
import { dailySleepsOf, sleepsOf } from './sleep-store.ts'
import { putSteps, stepsOf } from './store.ts'

export const activityRoutes = [
  serve(activity.listSteps, async ({ scope, input }) => ({ items: await stepsOf(scope, input) })),
  serve(activity.addSteps, async ({ scope, input, context }) => ({ items: await putSteps(scope, input, tokyoDay(context.clock())) })),
  serve(activity.listSleeps, async ({ scope, input }) => ({ items: await sleepsOf(scope, input) })),
  serve(activity.putSleep, async ({ scope, input, context }) => ({ items: await replaceSleep(scope, input, context.clock()) })),
  serve(activity.listDailySleeps, async ({ scope, input }) => ({ items: await dailySleepsOf(scope, input) })),
]
