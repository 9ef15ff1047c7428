import type { Input } from '@sukoyaka/wire/endpoint'
import type { addTestPackage } from '@sukoyaka/wire/record/booking'
import { and, eq } from 'drizzle-orm'
import { type Reach, within } from '../../access/gate.ts'
import type { Db } from '../../database/db.ts'
import { fieldError } from '../../errors/api-error.ts'
import { mustBeBookable } from './date-store.ts'
import { suggested_datetimes, type test_packages } from './tables.ts'

type Package = Pick<typeof test_packages.$inferSelect, 'id' | 'user_id' | 'facility_id' | 'course' | 'options'>
export type Wishes = NonNullable<Input<typeof addTestPackage>['suggested_datetimes_attributes']>

const field = 'suggested_datetimes_attributes'

/** The first wish: the highest number. */
export const firstWish = (wishes: Wishes | undefined) => wishes?.toSorted((a, b) => b.priority - a.priority)[0]?.datetime

/** All wishes anew: each on a day and at a time that can be booked, and none twice. */
export const putWishes = async (db: Db, reach: Reach, held: Package, wishes: Wishes, now: Date): Promise<void> => {
  const isRepeated = (of: (wish: Wishes[number]) => number) => new Set(wishes.map(of)).size < wishes.length
  if (isRepeated(({ priority }) => priority) || isRepeated(({ datetime }) => Date.parse(datetime))) throw fieldError(field, 'twice')
  await mustBeBookable(
    db,
    held,
    wishes.map(({ datetime }, at) => ({ field: `${field}.${at}.datetime`, datetime })),
    now,
  )
  await db.delete(suggested_datetimes).where(and(eq(suggested_datetimes.test_package_id, held.id), within(reach, suggested_datetimes.user_id)))
  if (wishes.length) await db.insert(suggested_datetimes).values(wishes.map((wish) => ({ test_package_id: held.id, user_id: held.user_id, ...wish })))
}

export const wishOf = async (db: Db, reach: Reach, { id }: Pick<Package, 'id'>, wish_id: number): Promise<string> => {
  const [wish] = await db
    .select({ datetime: suggested_datetimes.datetime })
    .from(suggested_datetimes)
    .where(and(eq(suggested_datetimes.id, wish_id), eq(suggested_datetimes.test_package_id, id), within(reach, suggested_datetimes.user_id)))
  if (!wish) throw fieldError('fix_suggested_datetime_id', 'not_allowed')
  return wish.datetime
}
