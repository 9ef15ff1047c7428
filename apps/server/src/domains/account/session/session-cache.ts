import type { AppContext, Identity } from '../../../context/app-context.ts'
import type { Db } from '../../../database/db.ts'
import { invalidateOn } from '../../../realtime/invalidation.ts'
import { type FoundSession, readSession, useSession } from '../session-store.ts'
import { hashToken } from '../token.ts'

/** Every server rejects an ended session within a second: this time plus the time until `authenticate.ts` checks a running request again. */
const maxAgeMs = 450
const maxEntries = 20_000

type Entry = { session: FoundSession; checkedAt: number }

/**
 * Finds sessions and caches them for `maxAgeMs`, so that the calls of a page cost one query. The end of any session, which PostgreSQL notifies,
 * empties the cache; `forget` does so at once after a call of this server. A token without a session is not cached.
 */
export const openSessionCache = (db: Db, events: Pick<AppContext['events'], 'listen'>) => {
  const entries = new Map<string, Entry>()
  const { forget, startRead } = invalidateOn(events, 'onSessionEnded', () => entries.clear())

  const prune = (now: number) => {
    for (const [key, { checkedAt }] of entries) {
      if (now - checkedAt < maxAgeMs && entries.size < maxEntries) return
      entries.delete(key)
    }
  }

  const read = async (key: string, token_hash: Buffer, email: string): Promise<Entry | undefined> => {
    const isCurrent = startRead()
    const checkedAt = performance.now()
    const session = await readSession(db, token_hash, email)
    if (!session) return undefined
    const entry = { session, checkedAt }
    prune(checkedAt)
    entries.delete(key)
    if (isCurrent()) entries.set(key, entry)
    return entry
  }

  /** The user of a token; undefined without a valid session. `isFresh` skips the cache. `isUserActivity` prolongs a stale session. */
  const identify = async (token: string, email: string, isUserActivity: boolean, isFresh = false): Promise<Identity | undefined> => {
    const token_hash = hashToken(token)
    const address = email.toLowerCase()
    const key = `${token_hash.toString('latin1')} ${address}`
    const kept = isFresh ? undefined : entries.get(key)
    const entry = kept && performance.now() - kept.checkedAt < maxAgeMs ? kept : await read(key, token_hash, address)
    if (!entry) return undefined
    const { isStale, ...identity } = entry.session
    if (isStale && isUserActivity) {
      entry.session = { ...entry.session, isStale: false }
      await useSession(db, identity.session_id)
    }
    return identity
  }
  return { identify, forget }
}
