import type { Language } from '@sukoyaka/phrases/language'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { addWaitlistEntry, WaitlistEntry } from '@sukoyaka/wire/record/booking'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { columnsOf } from '../../../access/patient-table.ts'
import { assertValid } from '../../../access/rows.ts'
import { later } from '../../../database/columns.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { lockPackage, testPackageOf } from '../package-store.ts'
import { checkup_offers, checkup_waitlist, test_packages, tests } from '../tables.ts'
import { movedExpectation, moveIncluded, type Outcome } from './booking-store.ts'
import { freeSlot, type Slot, transferSlot } from './slot-store.ts'

const openStates = ['waiting', 'offered'] as const

/** Entries with their open offers, newest first. */
const entries = patientQuery(({ db, rows }, key: 'user_id' | 'id') =>
  db
    .select({
      entry: columnsOf(checkup_waitlist),
      offer: { id: checkup_offers.id, starts_at: checkup_offers.starts_at, expires_at: checkup_offers.expires_at },
    })
    .from(rows(checkup_waitlist))
    .leftJoin(
      rows(checkup_offers),
      and(eq(checkup_offers.waitlist_id, checkup_waitlist.id), eq(checkup_offers.state, 'open'), gt(checkup_offers.expires_at, sql.placeholder('now'))),
    )
    .where(eq(checkup_waitlist[key], sql.placeholder('value')))
    .orderBy(desc(checkup_waitlist.created_at), desc(checkup_waitlist.id))
    .limit(100),
)

const find = async (scope: PatientScope, key: 'user_id' | 'id', value: number, now: Date): Promise<WaitlistEntry[]> =>
  (await entries(scope, key).execute({ value, now: now.toISOString() })).map(({ entry, offer }) => ({ ...entry, offer }))

export const waitlistOf = async (scope: PatientScope, user_id: number, now: Date) => {
  await requirePatient(scope, user_id)
  return find(scope, 'user_id', user_id, now)
}

const entryOf = async (scope: PatientScope, id: number, now: Date) => (await find(scope, 'id', id, now))[0]!

const openEntriesOfPackage = patientQuery(({ db, rows }) =>
  db
    .select({ id: checkup_waitlist.id })
    .from(rows(checkup_waitlist))
    .where(and(eq(checkup_waitlist.test_package_id, sql.placeholder('test_package_id')), inArray(checkup_waitlist.state, [...openStates]))),
)

export const insertWaiting = async (scope: PatientScope, input: Input<typeof addWaitlistEntry>, now: Date) => {
  const testPackage = await lockPackage(scope, input.test_package_id)
  const isBooked = testPackage.status === testPackageStatus.fix && testPackage.facility_id !== null && testPackage.cancelled_at === null
  if (!isBooked || Date.parse(testPackage.tested_at) <= now.getTime()) throw fieldError('test_package_id', 'not_allowed')
  assertValid({
    earliest: input.earliest < tokyoDay(now) ? 'in_past' : false,
    latest: input.latest < input.earliest ? 'before_earliest' : input.latest > tokyoDay(testPackage.tested_at) ? 'after_tested_at' : false,
  })
  if ((await openEntriesOfPackage(scope).execute({ test_package_id: testPackage.id })).length) throw fieldError('test_package_id', 'taken')
  const [created] = await scope
    .insert(checkup_waitlist)
    .values({ ...input, user_id: testPackage.user_id })
    .returning({ id: checkup_waitlist.id })
  return entryOf(scope, created!.id, now)
}

/** Ends the entry's open offers and frees their reserved slots. */
const endOffer = async (scope: PatientScope, waitlist_id: number, state: 'declined' | 'expired' | 'withdrawn'): Promise<Slot[]> => {
  const ended = await scope
    .update(checkup_offers)
    .set({ state, answered_at: sql`now()` })
    .where(and(eq(checkup_offers.waitlist_id, waitlist_id), eq(checkup_offers.state, 'open')))
    .returning({ id: checkup_offers.id })
  const freedSlots: Slot[] = []
  for (const { id } of ended) {
    const slot = await freeSlot(scope.db, { offer_id: id })
    if (slot) freedSlots.push(slot)
  }
  return freedSlots
}

const closeEntries = async (scope: PatientScope, condition: SQL): Promise<Slot[]> => {
  const closed = await scope
    .update(checkup_waitlist)
    .set({ state: 'closed', updated_at: later(checkup_waitlist.updated_at) })
    .where(and(condition, inArray(checkup_waitlist.state, [...openStates])))
    .returning({ id: checkup_waitlist.id })
  const freedSlots: Slot[] = []
  for (const { id } of closed) freedSlots.push(...(await endOffer(scope, id, 'withdrawn')))
  return freedSlots
}

/** A checkup whose date or status was changed, or that was cancelled, leaves the waitlist. */
export const leaveWaitlist = (scope: PatientScope, test_package_id: number) => closeEntries(scope, eq(checkup_waitlist.test_package_id, test_package_id))

const entryBy = patientQuery(({ db, rows }, key: 'id' | 'offer_id') =>
  db
    .select({ id: checkup_waitlist.id, test_package_id: checkup_waitlist.test_package_id, user_id: checkup_waitlist.user_id })
    .from(rows(checkup_waitlist))
    .where(
      key === 'id'
        ? eq(checkup_waitlist.id, sql.placeholder('value'))
        : sql`${checkup_waitlist.id} = (select waitlist_id from ${rows(checkup_offers)} where ${checkup_offers.id} = ${sql.placeholder('value')})`,
    ),
)

/** Reads a waitlist entry and locks its checkup, as every booking change does. */
const lockEntry = async (scope: PatientScope, key: 'id' | 'offer_id', value: number) => {
  const [found] = await entryBy(scope, key).execute({ value })
  if (!found) throw apiError('not_found')
  scope.record(found.user_id)
  return { entry: found, testPackage: await lockPackage(scope, found.test_package_id) }
}

export const removeWaiting = async (scope: PatientScope, id: number): Promise<Slot[]> => {
  await lockEntry(scope, 'id', id)
  return closeEntries(scope, eq(checkup_waitlist.id, id))
}

const lockedOffer = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(checkup_offers))
    .where(and(eq(checkup_offers.id, sql.placeholder('id')), eq(checkup_offers.state, 'open'), gt(checkup_offers.expires_at, sql.placeholder('now'))))
    .for('update'),
)
export const findOpenOffer = async (scope: PatientScope, id: number, now: Date) => (await lockedOffer(scope).execute({ id, now: now.toISOString() }))[0]

const openOffer = async (scope: PatientScope, id: number, now: Date) => {
  const offer = await findOpenOffer(scope, id, now)
  if (!offer) throw apiError('offer_over')
  return offer
}

const setEntryState = (scope: PatientScope, id: number, state: 'accepted' | 'waiting') =>
  scope
    .update(checkup_waitlist)
    .set({ state, updated_at: later(checkup_waitlist.updated_at) })
    .where(eq(checkup_waitlist.id, id))

/** Moves the checkup to the reserved slot and frees its previous slot. */
export const acceptOpenOffer = async (scope: PatientScope, id: number, now: Date, language: Language): Promise<Outcome> => {
  const { entry, testPackage } = await lockEntry(scope, 'offer_id', id)
  const { starts_at } = await openOffer(scope, id, now)
  const freedSlot = await freeSlot(scope.db, { test_package_id: testPackage.id })
  await transferSlot(scope.db, id, testPackage.id)
  await moveIncluded(scope, testPackage, starts_at, now)
  await scope
    .update(test_packages)
    .set({
      tested_at: starts_at,
      expected_data_reflection_date: movedExpectation(testPackage, testPackage.tested_at, starts_at),
      sequence: testPackage.sequence + 1,
      updated_at: later(test_packages.updated_at),
    })
    .where(eq(test_packages.id, testPackage.id))
  await scope
    .update(tests)
    .set({ tested_at: starts_at })
    .where(and(eq(tests.test_package_id, testPackage.id), eq(tests.tested_at, testPackage.tested_at)))
  await scope.update(checkup_offers).set({ state: 'accepted', answered_at: sql`now()` }).where(eq(checkup_offers.id, id))
  await setEntryState(scope, entry.id, 'accepted')
  return { testPackage: await testPackageOf(scope, testPackage.id, language), change: 'moved', freedSlots: freedSlot ? [freedSlot] : [] }
}

export const declineOpenOffer = async (scope: PatientScope, id: number, now: Date) => {
  const { entry } = await lockEntry(scope, 'offer_id', id)
  await openOffer(scope, id, now)
  const freedSlots = await endOffer(scope, entry.id, 'declined')
  await setEntryState(scope, entry.id, 'waiting')
  return { entry: await entryOf(scope, entry.id, now), freedSlots }
}

/** Expires an unanswered offer, so that the next patient is asked. Does nothing before `expires_at` or if the offer was answered or withdrawn. */
export const expireOffer = async (scope: PatientScope, id: number, now: Date): Promise<{ user_id: number; freedSlots: Slot[] } | undefined> => {
  // the offer may have been deleted with its checkup
  // built per call: only the job runs it
  if ((await scope.count(checkup_offers, eq(checkup_offers.id, id))) === 0) return undefined
  const { entry } = await lockEntry(scope, 'offer_id', id)
  // built per call: only the job runs it
  const [expired] = await scope.db
    .select({ id: checkup_offers.id })
    .from(scope.rows(checkup_offers))
    .where(and(eq(checkup_offers.id, id), eq(checkup_offers.state, 'open'), lte(checkup_offers.expires_at, now.toISOString())))
  if (!expired) return undefined
  const freedSlots = await endOffer(scope, entry.id, 'expired')
  await setEntryState(scope, entry.id, 'waiting')
  return { user_id: entry.user_id, freedSlots }
}

/** Publishes that a job changed the waitlist, so that open windows refetch it. */
export const publishWaitlistChange = async (scope: PatientScope, user_id: number): Promise<void> => {
  await requirePatient(scope, user_id)
  await publishPatientEvent(scope.db, user_id, ['checkup_waitlist'])
}
