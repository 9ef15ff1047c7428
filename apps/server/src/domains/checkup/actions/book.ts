import type {
  acceptOffer,
  addTestPackage,
  BookingChange,
  cancelTestPackage,
  declineOffer,
  removeTestPackage,
  removeWaitlistEntry,
} from '@sukoyaka/wire/record/booking'
import type { changeTestPackage, TestPackage } from '@sukoyaka/wire/record/checkup'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import type { Db } from '../../../database/db.ts'
import type { Call } from '../../../http/serve.ts'
import { forgetRecord, tellOfRecord } from '../../notification/record-store.ts'
import { insertTestPackage, type Outcome } from '../booking/booking-store.ts'
import { cancelPackage, removePackage } from '../booking/cancel-store.ts'
import { updateTestPackage } from '../booking/change-store.ts'
import { sequenceOf, type Told } from '../booking/notice-store.ts'
import type { Slot } from '../booking/slot-store.ts'
import { leaveOffer, removeWaiting, takeOffer } from '../booking/waitlist-store.ts'

/** Queues that notify the patient and offer freed slots after the commit. */
export const tellBooking = 'tell_booking'
export const offerSlot = 'offer_slot'

type Doing = { db: Db; context: AppContext; scope: PatientScope }

export const offerFreed = async ({ db, context }: Pick<Doing, 'db' | 'context'>, freed: readonly Slot[]) => {
  for (const slot of freed) await context.jobs.send(db, offerSlot, slot)
}

const tell = async ({ db, context, scope }: Doing, { id }: TestPackage, change: BookingChange) => {
  const told: Told = { test_package_id: id, sequence: await sequenceOf(scope, id), change }
  await context.jobs.send(db, tellBooking, told)
}

const settle = async (call: Doing, { shown, told, freed }: Outcome, notify: boolean | undefined) => {
  await offerFreed(call, freed)
  if (notify && told) await tell(call, shown, told)
  const about = { kind: 'test_package' as const, record_id: shown.id }
  if (told === 'fixed' || told === 'moved') await tellOfRecord(call.scope, { ...about, user_id: shown.user_id })
  else if (told) await forgetRecord(call.scope, about)
  return shown
}

export const book = async (call: Call<typeof addTestPackage>) => {
  const { scope, input, language, context } = call
  return settle(call, await insertTestPackage(scope, input, { now: context.clock(), language }), input.notify)
}

/** Patients may only propose dates; any other field needs another permission, checked before the checkup is read. */
export const change = async (call: Call<typeof changeTestPackage>) => {
  const { db, input, language, context } = call
  const { id: _, updated_at: __, suggested_datetimes_attributes: ___, ...rest } = input
  const scope = Object.keys(rest).length ? call.scope.withPermission('bookings.write') : call.scope
  return settle({ db, context, scope }, await updateTestPackage(scope, input, { now: context.clock(), language }), input.notify)
}

export const cancel = async (call: Call<typeof cancelTestPackage>) => {
  const { scope, input, language, context } = call
  return settle(call, await cancelPackage(scope, input, { now: context.clock(), language }), input.notify)
}

export const remove = async (call: Call<typeof removeTestPackage>) => {
  const { scope, input, language, context } = call
  const { freed } = await removePackage(scope, input.id, { now: context.clock(), language })
  await forgetRecord(scope, { kind: 'test_package', record_id: input.id })
  await offerFreed(call, freed)
  return null
}

export const stopWaiting = async (call: Call<typeof removeWaitlistEntry>) => {
  await offerFreed(call, await removeWaiting(call.scope, call.input.id))
  return null
}

export const accept = async (call: Call<typeof acceptOffer>) => {
  const { scope, input, language, context } = call
  return settle(call, await takeOffer(scope, input.id, context.clock(), language), false)
}

export const decline = async (call: Call<typeof declineOffer>) => {
  const { entry, freed } = await leaveOffer(call.scope, call.input.id, call.context.clock())
  await offerFreed(call, freed)
  return entry
}
