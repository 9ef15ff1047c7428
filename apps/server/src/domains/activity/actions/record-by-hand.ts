import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import type { Reply } from '@sukoyaka/wire/endpoint'
import type { addSteps, putSleep } from '@sukoyaka/wire/record/activity'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import type { Call } from '../../../http/serve.ts'
import { markDaysWithNumbers } from '../../device/dirty-store.ts'
import { requestDerivation } from '../../device/queue.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { replaceSleep } from '../sleep-entry-store.ts'
import { putSteps } from '../store.ts'

/**
 * Queues the derivation of those of these days that devices measured, so that the measured numbers are no longer explained as counted, or count again. Call
 * it before the typed number is written: the derivation, too, locks the days first.
 */
const deriveAgain = async ({ jobs }: Pick<AppContext, 'jobs'>, scope: PatientScope, user_id: number, days: readonly string[]) => {
  await requirePatient(scope, user_id)
  if (await markDaysWithNumbers(scope, user_id, days)) await requestDerivation(jobs, scope.db, user_id)
}

export const recordSteps = async ({ context, scope, input }: Call<typeof addSteps>): Promise<Reply<typeof addSteps>> => {
  const days = input.steps.map(({ measured_on }) => measured_on)
  // only steps without an origin were typed: derived ones replace the others
  if (!input.origin?.trim()) await deriveAgain(context, scope, input.user_id, days)
  return { items: await putSteps(scope, input, tokyoDay(context.clock())) }
}

export const recordSleep = async ({ context, scope, input }: Call<typeof putSleep>): Promise<Reply<typeof putSleep>> => {
  // the typed night may overlap one that was measured on the day before or after
  const days = [-1, 0, 1].map((n) => addDays(input.woke_on, n))
  await deriveAgain(context, scope, input.user_id, days)
  return { items: await replaceSleep(scope, input, context.clock()) }
}
