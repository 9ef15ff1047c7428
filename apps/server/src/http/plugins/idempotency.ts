import { createHash, createHmac } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { openSealed, seal, sealingKey } from '../../config/seal.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { idempotency_keys } from '../../database/tables.ts'
import { apiError } from '../../errors/api-error.ts'

/** Response of a call. With an idempotency key it is stored for 24 h, so that a retry returns the same response. */
export type CallResponse = { status: number; reply: unknown; cookies: string[] }

export type IdempotentCall = { key: string; user_id: number | null; route: string; body: unknown }

const keyPattern = /^[\x21-\x7e]{1,200}$/

/**
 * Keys for the stored response, which may contain tokens or health data, and for the hash of the body, which may contain health data. They are derived
 * from the Idempotency-Key, of which the database has only a hash.
 */
const derivedKey = (key: string, purpose: 'idempotency' | 'idempotency body') => sealingKey(key, purpose)

const sealResponse = (key: string, response: CallResponse) => seal(derivedKey(key, 'idempotency'), JSON.stringify(response))
const openResponse = (key: string, sealed: Buffer): CallResponse => JSON.parse(openSealed(derivedKey(key, 'idempotency'), sealed))

const hash = (text: string) => createHash('sha256').update(text).digest()

const secretFields = ['password', 'old_password', 'otp', 'passcode']
/** HMAC of a body without its passwords and codes: nothing that is derived from those may be stored. */
const bodyHash = (key: string, body: unknown) =>
  createHmac('sha256', derivedKey(key, 'idempotency body'))
    .update(JSON.stringify(body ?? null, (field, value: unknown) => (secretFields.includes(field) ? undefined : value)))
    .digest()

const insertKey = preparedQuery((db) =>
  db
    .insert(idempotency_keys)
    .values({
      key_hash: sql.placeholder('key_hash'),
      route: sql.placeholder('route'),
      user_id: sql.placeholder('user_id'),
      body_hash: sql.placeholder('body_hash'),
    })
    .onConflictDoNothing()
    .returning({ key_hash: idempotency_keys.key_hash }),
)
const updateKey = preparedQuery((db) =>
  db
    .update(idempotency_keys)
    .set({ status: sql`${sql.placeholder('status')}`, sealed_reply: sql`${sql.placeholder('sealed_reply')}` })
    .where(eq(idempotency_keys.key_hash, sql.placeholder('key_hash'))),
)

const claim = async (db: Db, { key, user_id, route, body }: IdempotentCall) => {
  const key_hash = hash(`${user_id ?? 'public'} ${key}`)
  const body_hash = bodyHash(key, body)
  const [claimed] = await insertKey(db).execute({ key_hash, route, user_id, body_hash })
  if (claimed) return { key_hash, response: undefined }
  const [existing] = await db.select().from(idempotency_keys).where(eq(idempotency_keys.key_hash, key_hash))
  if (existing && (existing.route !== route || !existing.body_hash.equals(body_hash))) throw apiError('idempotency_key_reused', { fields: {} })
  if (existing?.sealed_reply) return { key_hash, response: openResponse(key, existing.sealed_reply) }
  return { key_hash, response: undefined, isPending: true, created_at: existing?.created_at }
}

const storeResponse = (db: Db, key_hash: Buffer, key: string, response: CallResponse) =>
  updateKey(db).execute({ key_hash, status: response.status, sealed_reply: sealResponse(key, response) })

export const checkKey = (key: string) => {
  if (!keyPattern.test(key)) throw apiError('malformed', { name: 'Idempotency-Key' })
}

/**
 * Runs inside the call's own transaction: the effect and the stored response commit together, and a second call with the key
 * waits for the first to commit.
 */
export const runOnce = async (tx: Db, call: IdempotentCall, run: () => Promise<CallResponse>): Promise<CallResponse> => {
  const { key_hash, response } = await claim(tx, call)
  if (response) return response
  const result = await run()
  await storeResponse(tx, key_hash, call.key, result)
  return result
}

/**
 * For calls that commit in several steps, for example because a counted attempt must survive a rejected call. A failure releases the key; the claim of a
 * crashed server expires after a minute. A second call waits for the response of the first, then gets the error `call_in_progress`: the outcome is not known.
 */
export const runOnceInSteps = async (db: Db, call: IdempotentCall, run: () => Promise<CallResponse>, maxWaitMs = 15_000): Promise<CallResponse> => {
  for (let waitedMs = 0; ; waitedMs += 100) {
    const { key_hash, response, isPending, created_at } = await claim(db, call)
    if (response) return response
    if (isPending) {
      const isAbandoned = created_at !== undefined && Date.now() - Date.parse(created_at) > 60_000
      if (isAbandoned)
        await db
          .delete(idempotency_keys)
          .where(and(eq(idempotency_keys.key_hash, key_hash), eq(idempotency_keys.created_at, created_at), isNull(idempotency_keys.sealed_reply)))
      else if (waitedMs >= maxWaitMs) throw apiError('call_in_progress', { retry_after: 2 })
      else await new Promise((resolve) => setTimeout(resolve, 100))
      continue
    }
    try {
      const result = await run()
      await storeResponse(db, key_hash, call.key, result)
      return result
    } catch (error) {
      await db.delete(idempotency_keys).where(sql`${idempotency_keys.key_hash} = ${key_hash}`)
      throw error
    }
  }
}
