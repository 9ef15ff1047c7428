import { type addShare, type changeShare, maxOpenShares, maxWrongCodes, type Share, type ShareDuration } from '@sukoyaka/wire/boards/share'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { users } from '../account/tables.ts'
import { share_openings, shares } from './tables.ts'

const maxListed = 200
const maxOpenings = 20

/** Conditions under which a share can be opened and read, apart from those on its patient (`isOfActivePatient`). */
export const isOpen = and(isNull(shares.revoked_at), gt(shares.expires_at, sql`now()`), lt(shares.wrong_codes, maxWrongCodes))

/** A revoked or locked share keeps that state after it expires. */
const state = sql<
  Share['state']
>`case when ${shares.revoked_at} is not null then 'revoked' when ${shares.wrong_codes} >= ${sql.raw(String(maxWrongCodes))} then 'locked'
  when ${shares.expires_at} <= now() then 'expired' else 'open' end`

const columns = {
  id: shares.id,
  name: shares.name,
  parts: shares.parts,
  duration: shares.duration,
  wrong_codes: shares.wrong_codes,
  expires_at: shares.expires_at,
  revoked_at: shares.revoked_at,
  created_at: shares.created_at,
  updated_at: shares.updated_at,
  state,
  sealed_secret: shares.sealed_secret,
  opening_count: sql<number>`(select count(*)::int from ${share_openings} o where o.share_id = ${shares}.id)`,
  first_opened_at: sql<string | null>`(select min(o.opened_at) from ${share_openings} o where o.share_id = ${shares}.id)`.mapWith(share_openings.opened_at),
  openings: sql<
    Share['openings']
  >`coalesce((select jsonb_agg(jsonb_build_object('opened_at', o.opened_at, 'browser', o.browser, 'is_program', o.is_program) order by o.id desc)
    from (select * from ${share_openings} where share_id = ${shares}.id order by id desc limit ${sql.raw(String(maxOpenings))}) o), '[]')`,
}

const sharesOfUser = preparedQuery((db, isOne: boolean) =>
  db
    .select(columns)
    .from(shares)
    .where(and(eq(shares.user_id, sql.placeholder('user_id')), isOne ? eq(shares.id, sql.placeholder('id')) : undefined))
    .orderBy(desc(shares.id))
    .limit(maxListed),
)

export type OwnShare = Share & { sealed_secret: Buffer | null }

/** Converts the times within JSON to UTC: PostgreSQL writes them with an offset. */
const withUtc = <S extends Share>(share: S): S => ({
  ...share,
  openings: share.openings.map((opening) => ({ ...opening, opened_at: new Date(opening.opened_at).toISOString() })),
})

export const sharesOf = async (db: Db, actor: Actor): Promise<OwnShare[]> => (await sharesOfUser(db, false).execute({ user_id: actor.id })).map(withUtc)

export const shareOf = async (db: Db, actor: Actor, id: number): Promise<OwnShare> => {
  const [found] = await sharesOfUser(db, true).execute({ user_id: actor.id, id })
  if (!found) throw apiError('not_found')
  return withUtc(found)
}

const lengths: Record<ShareDuration, SQL> = {
  hour: sql`interval '1 hour'`,
  day: sql`interval '1 day'`,
  week: sql`interval '7 days'`,
  month: sql`interval '30 days'`,
}
const endOf = (duration: ShareDuration) => sql`now() + ${lengths[duration]}`

const lockedUser = preparedQuery((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .for('no key update'),
)

const openSharesOfUser = preparedQuery((db) =>
  db
    .select({ id: shares.id })
    .from(shares)
    .where(and(eq(shares.user_id, sql.placeholder('user_id')), isOpen)),
)

const nameOf = (name: string) => {
  const trimmed = name.trim()
  if (!trimmed) throw apiError('invalid', { fields: { name: ['required'] } })
  return trimmed
}

type Secret = Pick<typeof shares.$inferInsert, 'token_hash' | 'passcode_hash' | 'sealed_secret'>

/** Inserts a share; returns its id. Throws 422 for a blank name, and beyond `maxOpenShares`. */
export const insertShare = async (db: Db, actor: Actor, secret: Secret, { name, parts, duration }: Input<typeof addShare>): Promise<number> => {
  // serialises the person's concurrent requests, so that each counts all shares
  await lockedUser(db).execute({ id: actor.id })
  if ((await openSharesOfUser(db).execute({ user_id: actor.id })).length >= maxOpenShares) throw apiError('shares_full', { values: { max: maxOpenShares } })
  const [added] = await db
    .insert(shares)
    .values({ user_id: actor.id, ...secret, name: nameOf(name), parts: [...new Set(parts)], duration, expires_at: endOf(duration) })
    .returning({ id: shares.id })
  return added!.id
}

const lockedShare = preparedQuery((db) =>
  db
    .select({ updated_at: shares.updated_at })
    .from(shares)
    .where(and(eq(shares.id, sql.placeholder('id')), eq(shares.user_id, sql.placeholder('user_id')), isOpen))
    .for('update'),
)

/** Changes an open share. Throws 404 if there is none, 409 if it was saved since `updated_at`, and 422 for a blank name. */
export const updateShare = async (db: Db, actor: Actor, { id, updated_at, name, parts, duration }: Input<typeof changeShare>): Promise<void> => {
  const [existing] = await lockedShare(db).execute({ id, user_id: actor.id })
  if (!existing) throw apiError('not_found')
  assertUnchanged(existing, updated_at)
  await db
    .update(shares)
    .set({
      ...(name !== undefined && { name: nameOf(name) }),
      ...(parts && { parts: [...new Set(parts)] }),
      ...(duration && { duration, expires_at: endOf(duration) }),
      updated_at: later(shares.updated_at),
    })
    .where(eq(shares.id, id))
}

/** Stops a share; one that was stopped or has expired stays as it is. Throws 404. */
export const stopShare = async (db: Db, actor: Actor, id: number): Promise<void> => {
  await shareOf(db, actor, id)
  // `isOpen` is not a condition: while codes are being checked, a share counts as locked and may be open again afterwards
  await db
    .update(shares)
    .set({ revoked_at: sql`now()`, sealed_secret: null, updated_at: later(shares.updated_at) })
    .where(and(eq(shares.id, id), eq(shares.user_id, actor.id), isNull(shares.revoked_at), gt(shares.expires_at, sql`now()`)))
}

/** Sealed secrets and visits are deleted after their end; what was shared with whom, and when it was opened, five years after the share would have expired. */
export const shareRetention = [
  sql`update ${shares} set sealed_secret = null where sealed_secret is not null and (expires_at < now() or revoked_at is not null)`,
  sql`update ${share_openings} set visit_hash = null where visit_hash is not null and visit_expires_at < now()`,
  sql`delete from ${shares} where expires_at < now() - interval '5 years'`,
]
