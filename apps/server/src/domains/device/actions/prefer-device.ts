import type { Input } from '@sukoyaka/wire/endpoint'
import type { DeviceDay, preferDevice } from '@sukoyaka/wire/record/device-day'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { explainDay } from '../explain-store.ts'
import { removeTyped } from '../land-store.ts'
import { lockDevices } from '../sample-store.ts'
import { deriveThese } from './derive-days.ts'

/** Removes the value of a day that was typed by hand where a device measured one, which then stands in the record. */
export const prefer = async (scope: PatientScope, input: Input<typeof preferDevice>, now: Date): Promise<DeviceDay> => {
  const { user_id, day, kind } = input
  await lockDevices(scope, user_id)
  const why = await explainDay(scope, input)
  if (why.landing !== 'kept') return why
  const spans = why.sources.flatMap((source) => source.spans.filter((span) => span.is_counted))
  await removeTyped(scope, user_id, { day, kind, spans })
  await deriveThese(scope, user_id, [day], now)
  return explainDay(scope, input)
}
