import { tokyoDay } from '@sukoyaka/rules/time'
import * as activity from '@sukoyaka/wire/record/activity'
import { serve } from '../../http/serve.ts'
import { dailySleepsOf, sleepsOf } from './sleep-store.ts'
import { putSteps, stepsOf } from './store.ts'

export const activityRoutes = [
  serve(activity.listSteps, async ({ db, reach, input }) => ({ items: await stepsOf(db, reach, input) })),
  serve(activity.addSteps, async ({ db, reach, input, context }) => ({ items: await putSteps(db, reach, input, tokyoDay(context.clock())) })),
  serve(activity.listSleeps, async ({ db, reach, input }) => ({ items: await sleepsOf(db, reach, input) })),
  serve(activity.listDailySleeps, async ({ db, reach, input }) => ({ items: await dailySleepsOf(db, reach, input) })),
]
