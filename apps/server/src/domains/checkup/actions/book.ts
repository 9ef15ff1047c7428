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
import { forgetRecord, notifyOfRecord } from '../../notification/record-store.ts'
import { insertTestPackage, type Outcome } from '../booking/booking-store.ts'
import { cancelPackage, removePackage } from '../booking/cancel-store.ts'
import { updateTestPackage } from '../booking/change-store.ts'
import { type BookingNotice, noteNotice } from '../booking/notice-store.ts'
import type { Slot } from '../booking/slot-store.ts'
import { acceptOpenOffer, declineOpenOffer, removeWaiting } from '../booking/waitlist-store.ts'

/** Queues that notify the patient and offer freed slots after the commit. */
export const bookingNoticeQueue = 'tell_booking'
export const slotOfferQueue = 'offer_slot'

type ActionContext = { db: Db; context: AppContext; scope: PatientScope }

export const offerFreedSlots = async ({ db, context }: Pick<ActionContext, 'db' | 'context'>, freedSlots: readonly Slot[]) => {
  for (const slot of freedSlots) await context.jobs.send(db, slotOfferQueue, slot)
}

const enqueueNotice = async ({ db, context, scope }: ActionContext, { id }: TestPackage, change: BookingChange) => {
  const notice: BookingNotice = { test_package_id: id, sequence: await noteNotice(scope, id), change }
  await context.jobs.send(db, bookingNoticeQueue, notice)
}

const kindOf = { fixed: 'test_package', moved: 'test_package_moved' } as const
const forgetBooking = async (scope: PatientScope, record_id: number) => {
  for (const kind of Object.values(kindOf)) await forgetRecord(scope, { kind, record_id })
}

const notifyAndOffer = async (call: ActionContext, { testPackage, change: noticeChange, freedSlots }: Outcome, notify: boolean | undefined) => {
  await offerFreedSlots(call, freedSlots)
  if (!noticeChange) return testPackage
  const { id: record_id, user_id, tested_at } = testPackage
  await forgetBooking(call.scope, record_id)
  // the date of a checkup that is recorded afterwards is no news to the patient
  if (noticeChange === 'fixed' && tested_at !== null && Date.parse(tested_at) <= call.context.clock().getTime()) return testPackage
  if (notify) await enqueueNotice(call, testPackage, noticeChange)
  if (noticeChange === 'fixed' || noticeChange === 'moved') await notifyOfRecord(call.scope, { kind: kindOf[noticeChange], record_id, user_id })
  return testPackage
}

export const book = async (call: Call<typeof addTestPackage>) => {
  const { scope, input, language, context } = call
  return notifyAndOffer(call, await insertTestPackage(scope, input, { now: context.clock(), language }), input.notify)
}

/** Patients may only suggest dates; any other field needs another permission, checked before the checkup is read. */
export const change = async (call: Call<typeof changeTestPackage>) => {
  const { db, input, language, context } = call
  const { id: _, updated_at: __, suggested_datetimes_attributes: ___, ...otherFields } = input
  const scope = Object.keys(otherFields).length ? call.scope.withPermission('bookings.write') : call.scope
  return notifyAndOffer({ db, context, scope }, await updateTestPackage(scope, input, { now: context.clock(), language }), input.notify)
}

export const cancel = async (call: Call<typeof cancelTestPackage>) => {
  const { scope, input, language, context } = call
  return notifyAndOffer(call, await cancelPackage(scope, input, { now: context.clock(), language }), input.notify)
}

export const remove = async (call: Call<typeof removeTestPackage>) => {
  const { scope, input, language, context } = call
  const { freedSlots } = await removePackage(scope, input.id, { now: context.clock(), language })
  await forgetBooking(scope, input.id)
  await offerFreedSlots(call, freedSlots)
  return null
}

export const stopWaiting = async (call: Call<typeof removeWaitlistEntry>) => {
  await offerFreedSlots(call, await removeWaiting(call.scope, call.input.id))
  return null
}

export const accept = async (call: Call<typeof acceptOffer>) => {
  const { scope, input, language, context } = call
  return notifyAndOffer(call, await acceptOpenOffer(scope, input.id, context.clock(), language), false)
}

export const decline = async (call: Call<typeof declineOffer>) => {
  const { entry, freedSlots } = await declineOpenOffer(call.scope, call.input.id, call.context.clock())
  await offerFreedSlots(call, freedSlots)
  return entry
}
