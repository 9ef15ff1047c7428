import { forbiddenBy, lastBookableDay } from '@sukoyaka/rules/people/reservation'
import { addDays, formatTime, tokyoDay, tokyoInstant, tokyoStartOfDay, weekdayOf } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { listOpenings, Opening } from '@sukoyaka/wire/people/facility'
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../database/db.ts'
import { preparedQuery } from '../../../database/prepared.ts'
import { apiError } from '../../../errors/api-error.ts'
import { holidayDays } from '../../facility/holidays.ts'
import { assertVisible, rulesOf } from '../../facility/store.ts'
import { facility_start_times } from '../../facility/tables.ts'
import { booked_slots } from '../tables.ts'

export type Slot = { facility_id: number; starts_at: string }
/** A booked checkup, or an offer that reserves the slot. */
type SlotOwner = { test_package_id: number } | { offer_id: number }

const capacityAtStart = preparedQuery((db) =>
  db
    .select({ capacity: facility_start_times.capacity })
    .from(facility_start_times)
    .where(
      and(
        eq(facility_start_times.facility_id, sql.placeholder('facility_id')),
        eq(facility_start_times.weekday, sql.placeholder('weekday')),
        eq(facility_start_times.time, sql.placeholder('time')),
      ),
    ),
)

/** The capacity at this start time; undefined if the facility has no such start time. */
const capacityOf = async (db: Db, { facility_id, starts_at }: Slot): Promise<number | undefined> => {
  const start = new Date(starts_at)
  if (start.getTime() % 60_000) return undefined
  const [found] = await capacityAtStart(db).execute({ facility_id, weekday: weekdayOf(tokyoDay(start)), time: formatTime(start) })
  return found?.capacity
}

/** Throws 422 on `field` unless the facility offers this start time. */
export const assertOffered = async (db: Db, slot: Slot, field: string): Promise<void> => {
  if ((await capacityOf(db, slot)) === undefined) throw apiError('start_not_offered', { fields: { [field]: ['not_allowed'] } })
}

/**
 * Takes the first free place at a start time. A unique index lets only one of two concurrent calls take the last place. Throws `slot_taken` if none is left and
 * `start_not_offered` if the facility does not offer this start time.
 */
export const bookSlot = async (db: Db, slot: Slot, owner: SlotOwner, field = 'tested_at'): Promise<void> => {
  const capacity = await capacityOf(db, slot)
  if (capacity === undefined) throw apiError('start_not_offered', { fields: { [field]: ['not_allowed'] } })
  const [test_package_id, offer_id] = 'offer_id' in owner ? [null, owner.offer_id] : [owner.test_package_id, null]
  for (let attempt = 0; attempt <= capacity; attempt++) {
    const { rowCount } = await db.execute(sql`
      insert into booked_slots (facility_id, starts_at, place, capacity, test_package_id, offer_id)
      select ${slot.facility_id}, ${slot.starts_at}::timestamptz, n, ${capacity}, ${test_package_id}, ${offer_id}
      from generate_series(1, ${capacity}::int) n
      where not exists (select from booked_slots b where b.facility_id = ${slot.facility_id} and b.starts_at = ${slot.starts_at}::timestamptz and b.place = n)
      order by n limit 1
      on conflict do nothing`)
    if (rowCount) return
  }
  throw apiError('slot_taken', { fields: { [field]: ['taken'] } })
}

const slotsOfCheckup = preparedQuery((db) =>
  db
    .select({ place: booked_slots.place })
    .from(booked_slots)
    .where(eq(booked_slots.test_package_id, sql.placeholder('id'))),
)
export const holdsSlot = async (db: Db, test_package_id: number): Promise<boolean> => (await slotsOfCheckup(db).execute({ id: test_package_id })).length > 0

/** Frees the slot and returns it; undefined if the owner has none. */
export const freeSlot = async (db: Db, owner: SlotOwner): Promise<Slot | undefined> => {
  const [freedSlot] = await db
    .delete(booked_slots)
    .where('offer_id' in owner ? eq(booked_slots.offer_id, owner.offer_id) : eq(booked_slots.test_package_id, owner.test_package_id))
    .returning({ facility_id: booked_slots.facility_id, starts_at: booked_slots.starts_at })
  return freedSlot
}

/** Gives the slot that an offer reserved to the checkup. */
export const transferSlot = async (db: Db, offer_id: number, test_package_id: number): Promise<void> => {
  await db.update(booked_slots).set({ test_package_id, offer_id: null }).where(eq(booked_slots.offer_id, offer_id))
}

const maxDays = 62

const startsOfFacility = preparedQuery((db) =>
  db
    .select()
    .from(facility_start_times)
    .where(eq(facility_start_times.facility_id, sql.placeholder('id')))
    .orderBy(asc(facility_start_times.time)),
)
const takenSlots = preparedQuery((db) =>
  db
    .select({ starts_at: booked_slots.starts_at, taken: sql<number>`count(*)::int` })
    .from(booked_slots)
    .where(
      and(
        eq(booked_slots.facility_id, sql.placeholder('id')),
        gte(booked_slots.starts_at, sql.placeholder('from')),
        lt(booked_slots.starts_at, sql.placeholder('until')),
      ),
    )
    .groupBy(booked_slots.starts_at),
)

export const openingsOf = async (db: Db, { id, from, to }: Input<typeof listOpenings>, now: Date): Promise<Opening[]> => {
  await assertVisible(db, id)
  const today = tokyoDay(now)
  const firstDay = from < today ? today : from
  const lastDay = [to, lastBookableDay(today)].sort()[0]!
  if (firstDay > lastDay) return []
  const rules = await rulesOf(db, [id])
  const days = Array.from({ length: maxDays }, (_, i) => addDays(firstDay, i)).filter(
    (day) => day <= lastDay && !forbiddenBy(rules, day, { today, holidays: holidayDays() }),
  )
  const starts = await startsOfFacility(db).execute({ id })
  const period = { from: tokyoStartOfDay(firstDay).toISOString(), until: tokyoStartOfDay(addDays(firstDay, maxDays)).toISOString() }
  const takenByStart = new Map((await takenSlots(db).execute({ id, ...period })).map((slot) => [slot.starts_at, slot.taken]))
  return days.flatMap((day) =>
    starts
      .filter(({ weekday }) => weekday === weekdayOf(day))
      .map(({ time, capacity }) => {
        const starts_at = tokyoInstant(day, time).toISOString()
        return { starts_at, left: Math.max(0, capacity - (takenByStart.get(starts_at) ?? 0)) }
      })
      .filter(({ starts_at }) => starts_at > now.toISOString()),
  )
}
