import { maxWrongCodes, type SharePart } from '@sukoyaka/wire/boards/share'
import { and, eq, exists, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { browserName } from '../account/browser.ts'
import { users } from '../account/tables.ts'
import { isOpen } from './store.ts'
import { share_openings, shares } from './tables.ts'

export type OpenShare = { id: number; user_id: number; parts: SharePart[]; expires_at: string }

/** False for a merged patient too, whose account is deactivated. A scalar subquery reads one user; for a join PostgreSQL would read all. */
const isOfActivePatient = sql`(select u.role = 'patient' and u.deactivated_at is null from ${users} u where u.id = ${shares}.user_id)`
const columns = { id: shares.id, user_id: shares.user_id, parts: shares.parts, expires_at: shares.expires_at }

/**
 * Counts a code against an open share before it is checked, so that parallel tries are all counted. Undefined if there is no open share of this token.
 * `returnTry` takes back the count for a right code, and for one that could not be checked.
 */
export const countTry = async (db: Db, token_hash: Buffer) => {
  const [counted] = await db
    .update(shares)
    .set({ wrong_codes: sql`${shares.wrong_codes} + 1` })
    .where(and(eq(shares.token_hash, token_hash), isOpen, isOfActivePatient))
    .returning({ ...columns, passcode_hash: shares.passcode_hash, wrong_codes: shares.wrong_codes })
  return counted && { share: counted as OpenShare, passcode_hash: counted.passcode_hash, tries_left: maxWrongCodes - counted.wrong_codes }
}

export const returnTry = async (db: Db, id: number) => {
  await db
    .update(shares)
    .set({ wrong_codes: sql`greatest(${shares.wrong_codes} - 1, 0)` })
    .where(eq(shares.id, id))
}

const visitMinutes = 60

const lockedShare = preparedQuery((db) =>
  db
    .select({ id: shares.id })
    .from(shares)
    .where(and(eq(shares.id, sql.placeholder('id')), isNull(shares.revoked_at), gt(shares.expires_at, sql`now()`)))
    .for('share'),
)

type Opening = { share_id: number; user_agent: string; visit_hash: Buffer | null }

/** Records that the right code was given. With `visit_hash`, the visit's cookie gives access for an hour. False if the share has ended meanwhile. */
export const addOpening = async (db: Db, { share_id, user_agent, visit_hash }: Opening): Promise<boolean> => {
  const [open] = await lockedShare(db).execute({ id: share_id })
  if (!open) return false
  await db.insert(share_openings).values({
    share_id,
    browser: browserName(user_agent),
    is_program: visit_hash === null,
    visit_hash,
    visit_expires_at: sql`now() + make_interval(mins => ${visit_hash === null ? 0 : visitMinutes})`,
  })
  return true
}

const visitedShare = preparedQuery((db) =>
  db
    .select(columns)
    .from(shares)
    .where(
      and(
        eq(shares.token_hash, sql.placeholder('token_hash')),
        isOpen,
        isOfActivePatient,
        exists(
          db
            .select({ one: sql`1` })
            .from(share_openings)
            .where(
              and(
                eq(share_openings.share_id, shares.id),
                eq(share_openings.visit_hash, sql.placeholder('visit_hash')),
                gt(share_openings.visit_expires_at, sql`now()`),
              ),
            ),
        ),
      ),
    ),
)

/** The share of this token, if it is open and the visit is of this share and has not expired. Read at each call, so that a stop ends open visits. */
export const shareOfVisit = async (db: Db, hashes: { token_hash: Buffer; visit_hash: Buffer }): Promise<OpenShare | undefined> =>
  (await visitedShare(db).execute(hashes))[0]
