import { numbersOf } from '@sukoyaka/rules/record/device/numbers'
import { sourceName } from '@sukoyaka/rules/record/device/source'
import type { Tag } from '@sukoyaka/wire/all'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import type { Db } from '../../../database/db.ts'
import { storeDays } from '../day-store.ts'
import { takeDirtyDays } from '../dirty-store.ts'
import { ordersOf, samplesOfDay, seriesOf } from '../window-store.ts'

/** Maximum number of days in a transaction. Samples are read day by day, so memory holds those of one day. */
const daysPerPart = 7
export const derivedTags: readonly Tag[] = ['device_days', 'steps', 'lifestyles', 'sleeps']

/** Derives and stores the numbers of these days. */
export const deriveGivenDays = async (scope: PatientScope, user_id: number, days: readonly string[], now: Date): Promise<void> => {
  const series = await seriesOf(scope, user_id)
  const orders = ordersOf(series)
  const names = new Map(series.map((source) => [source.id, sourceName(source)]))
  const source_ids = [...names.keys()]
  const nameOf = (source_id: number) => names.get(source_id) || '?'
  const derived = []
  for (const day of days) derived.push({ day, numbers: numbersOf(await samplesOfDay(scope, source_ids, day), orders, day), nameOf })
  await storeDays(scope, user_id, derived, now.toISOString())
}

/** Derives some of the patient's dirty days. `isLeft`: there may be more of them. */
export const derivePart = async (scope: PatientScope, user_id: number, now: Date): Promise<{ changed: boolean; isLeft: boolean }> => {
  const days = await takeDirtyDays(scope, user_id, daysPerPart)
  if (!days.length) return { changed: false, isLeft: false }
  await deriveGivenDays(scope, user_id, days, now)
  return { changed: true, isLeft: days.length === daysPerPart }
}

type Tools = {
  context: Pick<AppContext, 'clock' | 'onChanges'>
  inTransaction: <T>(run: (tx: Db) => Promise<T>) => Promise<T>
  scopeOn: (tx: Db) => PatientScope
  publish: (tx: Db) => Promise<void>
}

/** Derives the dirty days of a patient until `signal` aborts, part by part, each in a transaction of its own. */
export const deriveDirtyDays = async ({ context, inTransaction, scopeOn, publish }: Tools, user_id: number, signal: AbortSignal) => {
  let isLeft = true
  while (isLeft && !signal.aborted)
    isLeft = await inTransaction(async (tx) => {
      const part = await derivePart(scopeOn(tx), user_id, context.clock())
      if (part.changed) {
        await context.onChanges(tx, derivedTags, new Set([user_id]))
        await publish(tx)
      }
      return part.isLeft
    })
}
