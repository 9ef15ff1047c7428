import { groupOfType } from '@sukoyaka/rules/record/device/numbers'
import type { Input } from '@sukoyaka/wire/endpoint'
import { sampleTypes } from '@sukoyaka/wire/record/device'
import type { changeDeviceOrder } from '@sukoyaka/wire/record/device-day'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { assertValid } from '../../../access/rows.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { hasDirtyDays, markAllDays } from '../dirty-store.ts'
import { requestDerivation } from '../queue.ts'
import { lockDevices } from '../sample-store.ts'
import { savePlaces } from '../source-store.ts'
import { ordersOf, seriesOf } from '../window-store.ts'

/**
 * Saves the order of the sources of a group, or restores the default order if there are no ids, and queues the derivation of all days that have numbers. Does
 * nothing if the ids are in the stored order already.
 */
export const changeOrder = async ({ jobs }: Pick<AppContext, 'jobs'>, scope: PatientScope, { user_id, group, source_ids }: Input<typeof changeDeviceOrder>) => {
  await requirePatient(scope, user_id)
  await lockDevices(scope, user_id)
  const known = ordersOf(await seriesOf(scope, user_id))[group]
  const isDefault = source_ids.length === 0
  const isOrder = known.length === source_ids.length && new Set(source_ids).size === known.length && known.every((id) => source_ids.includes(id))
  assertValid({ source_ids: !isDefault && !isOrder && 'not_allowed' })
  if (!isDefault && source_ids.join() === known.join()) return { user_id, source_ids }
  const types = sampleTypes.filter((type) => groupOfType(type) === group)
  await savePlaces(scope, isDefault ? known : source_ids, types, isDefault)
  await markAllDays(scope, user_id)
  if (await hasDirtyDays(scope, user_id)) await requestDerivation(jobs, scope.db, user_id)
  return { user_id, source_ids: isDefault ? ordersOf(await seriesOf(scope, user_id))[group] : source_ids }
}
