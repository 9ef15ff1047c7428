import type { Language } from '@sukoyaka/phrases/language'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { addWaitlistEntry, WaitlistEntry } from '@sukoyaka/wire/record/booking'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { type Reach, touch, within } from '../../access/gate.ts'
import { mustReach } from '../../access/patients.ts'
import { assertValid } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { apiError, fieldError } from '../../errors/api-error.ts'
import { tellAbout } from '../../realtime/event-rows.ts'
import { moveIncluded, type Outcome } from './booking-store.ts'
import { hold, testPackageOf } from './package-store.ts'
import { freeSlot, handSlotOver, type Slot } from './slot-store.ts'
import { checkup_offers, checkup_waitlist, test_packages, tests } from './tables.ts'

const open = ['waiting', 'offered'] as const

const find = async (db: Db, reach: Reach, which: SQL, now: Date): Promise<WaitlistEntry[]> => {
  const rows = await db
    .select({
      entry: checkup_waitlist,
      offer: { id: checkup_offers.id, starts_at: checkup_offers.starts_at, expires_at: checkup_offers.expires_at },
    })
    .from(checkup_waitlist)
    .leftJoin(
      checkup_offers,
      and(eq(checkup_offers.waitlist_id, checkup_waitlist.id), eq(checkup_offers.state, 'open'), gt(checkup_offers.expires_at, now.toISOString())),
    )
    .where(and(which, within(reach, checkup_waitlist.user_id)))
    .orderBy(desc(checkup_waitlist.created_at), desc(checkup_waitlist.id))
    .limit(100)
  return rows.map(({ entry, offer }) => ({ ...entry, offer }))
}

export const waitlistOf = async (db: Db, reach: Reach, user_id: number, now: Date) => {
  await mustReach(db, reach, user_id)
  return find(db, reach, eq(checkup_waitlist.user_id, user_id), now)
}

const entryOf = async (db: Db, reach: Reach, id: number, now: Date) => (await find(db, reach, eq(checkup_waitlist.id, id), now))[0]!

export const insertWaiting = async (db: Db, reach: Reach, input: Input<typeof addWaitlistEntry>, now: Date) => {
  const held = await hold(db, reach, input.test_package_id)
  const isBooked = held.status === testPackageStatus.fix && held.facility_id !== null && held.cancelled_at === null
  if (!isBooked || Date.parse(held.tested_at) <= now.getTime()) throw fieldError('test_package_id', 'not_allowed')
  assertValid({
    earliest: input.earliest < tokyoDay(now) ? 'in_past' : false,
    latest: input.latest < input.earliest ? 'too_small' : input.latest > tokyoDay(held.tested_at) ? 'too_large' : false,
  })
  const of = and(eq(checkup_waitlist.test_package_id, held.id), inArray(checkup_waitlist.state, [...open]))
  if ((await db.$count(checkup_waitlist, of)) > 0) throw fieldError('test_package_id', 'taken')
  const [made] = await db
    .insert(checkup_waitlist)
    .values({ ...input, user_id: held.user_id })
    .returning({ id: checkup_waitlist.id })
  return entryOf(db, reach, made!.id, now)
}

/** Ends what was offered to somebody and gives the place that was kept for them back. */
const endOffer = async (db: Db, reach: Reach, waitlist_id: number, state: 'declined' | 'expired' | 'withdrawn'): Promise<Slot[]> => {
  const ended = await db
    .update(checkup_offers)
    .set({ state, answered_at: sql`now()` as never })
    .where(and(eq(checkup_offers.waitlist_id, waitlist_id), eq(checkup_offers.state, 'open'), within(reach, checkup_offers.user_id)))
    .returning({ id: checkup_offers.id })
  const freed: Slot[] = []
  for (const { id } of ended) {
    const slot = await freeSlot(db, { offer_id: id })
    if (slot) freed.push(slot)
  }
  return freed
}

const close = async (db: Db, reach: Reach, which: SQL): Promise<Slot[]> => {
  const closed = await db
    .update(checkup_waitlist)
    .set({ state: 'closed', updated_at: sql`now()` as never })
    .where(and(which, inArray(checkup_waitlist.state, [...open]), within(reach, checkup_waitlist.user_id)))
    .returning({ id: checkup_waitlist.id })
  const freed: Slot[] = []
  for (const { id } of closed) freed.push(...(await endOffer(db, reach, id, 'withdrawn')))
  return freed
}

/** A checkup that is moved or cancelled waits for nothing any more. */
export const stopWaiting = (db: Db, reach: Reach, test_package_id: number) => close(db, reach, eq(checkup_waitlist.test_package_id, test_package_id))

/** The checkup is held first, as every change of a booking does. */
const holdEntry = async (db: Db, reach: Reach, which: SQL) => {
  const [found] = await db
    .select({ id: checkup_waitlist.id, test_package_id: checkup_waitlist.test_package_id, user_id: checkup_waitlist.user_id })
    .from(checkup_waitlist)
    .where(and(which, within(reach, checkup_waitlist.user_id)))
  if (!found) throw apiError('not_found')
  touch(reach, found.user_id)
  return { entry: found, held: await hold(db, reach, found.test_package_id) }
}

export const removeWaiting = async (db: Db, reach: Reach, id: number): Promise<Slot[]> => {
  await holdEntry(db, reach, eq(checkup_waitlist.id, id))
  return close(db, reach, eq(checkup_waitlist.id, id))
}

const ofOffer = (offer_id: number) => sql`${checkup_waitlist.id} = (select waitlist_id from ${checkup_offers} where ${checkup_offers.id} = ${offer_id})`

const openOffer = async (db: Db, reach: Reach, id: number, now: Date) => {
  const [offer] = await db
    .select()
    .from(checkup_offers)
    .where(
      and(eq(checkup_offers.id, id), eq(checkup_offers.state, 'open'), gt(checkup_offers.expires_at, now.toISOString()), within(reach, checkup_offers.user_id)),
    )
    .for('update')
  if (!offer) throw apiError('offer_over')
  return offer
}

const settle = (db: Db, id: number, state: 'accepted' | 'waiting') =>
  db
    .update(checkup_waitlist)
    .set({ state, updated_at: sql`now()` as never })
    .where(eq(checkup_waitlist.id, id))

/** The checkup moves to the place that was kept, and its own becomes free: all of it, or nothing. */
export const takeOffer = async (db: Db, reach: Reach, id: number, now: Date, language: Language): Promise<Outcome> => {
  const { entry, held } = await holdEntry(db, reach, ofOffer(id))
  const { starts_at } = await openOffer(db, reach, id, now)
  const freed = await freeSlot(db, { test_package_id: held.id })
  await handSlotOver(db, id, held.id)
  await moveIncluded(db, reach, held, starts_at, now)
  await db
    .update(test_packages)
    .set({ tested_at: starts_at, sequence: held.sequence + 1, updated_at: sql`now()` as never })
    .where(and(eq(test_packages.id, held.id), within(reach, test_packages.user_id)))
  await db
    .update(tests)
    .set({ tested_at: starts_at })
    .where(and(eq(tests.test_package_id, held.id), eq(tests.tested_at, held.tested_at)))
  await db
    .update(checkup_offers)
    .set({ state: 'accepted', answered_at: sql`now()` as never })
    .where(eq(checkup_offers.id, id))
  await settle(db, entry.id, 'accepted')
  return { shown: await testPackageOf(db, reach, held.id, language), told: 'moved', freed: freed ? [freed] : [] }
}

export const leaveOffer = async (db: Db, reach: Reach, id: number, now: Date) => {
  const { entry } = await holdEntry(db, reach, ofOffer(id))
  await openOffer(db, reach, id, now)
  const freed = await endOffer(db, reach, entry.id, 'declined')
  await settle(db, entry.id, 'waiting')
  return { entry: await entryOf(db, reach, entry.id, now), freed }
}

/** Nobody answered in time: the next one is asked. Does nothing before the time, or where it was answered. */
export const expireOffer = async (db: Db, reach: Reach, id: number, now: Date): Promise<{ user_id: number; freed: Slot[] } | undefined> => {
  // it went with the checkup it was for
  if ((await db.$count(checkup_offers, eq(checkup_offers.id, id))) === 0) return undefined
  const { entry } = await holdEntry(db, reach, ofOffer(id))
  const [over] = await db
    .select({ id: checkup_offers.id })
    .from(checkup_offers)
    .where(and(eq(checkup_offers.id, id), eq(checkup_offers.state, 'open'), lte(checkup_offers.expires_at, now.toISOString())))
  if (!over) return undefined
  const freed = await endOffer(db, reach, entry.id, 'expired')
  await settle(db, entry.id, 'waiting')
  return { user_id: entry.user_id, freed }
}

/** A job changed what somebody waits for: their windows read it again. */
export const seeAnew = async (db: Db, reach: Reach, user_id: number): Promise<void> => {
  await mustReach(db, reach, user_id)
  await tellAbout(db, user_id, ['checkup_waitlist'])
}
