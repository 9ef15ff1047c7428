import type { AppContext, Identity } from '../context/app-context.ts'

/** One open event stream. */
export type Reader = {
  identity: Identity
  email: string
  /** Id of the last event sent or skipped. Negative until the stream is open. */
  last: number
  /** When the session was last checked. */
  trustedAt: number
  /** Open and without back-pressure. */
  canWrite: () => boolean
  write: (frames: Buffer) => void
  sendHeartbeat: () => void
  end: () => void
}

/** How long a session check is valid while events are sent. */
const sessionCheckMs = 900

export const isTrusted = ({ trustedAt }: Reader) => Date.now() - trustedAt <= sessionCheckMs

/** Checks sessions in one query, ends the streams of inactive ones and returns the active readers. */
export const checkSessions = async (activeSessionsOf: AppContext['activeSessionsOf'], readers: Reader[]): Promise<Set<Reader>> => {
  const alive = readers.length ? await activeSessionsOf(readers.map(({ identity, email }) => ({ session_id: identity.session_id, email }))) : new Set()
  const active = readers.filter(({ identity }) => alive.has(identity.session_id))
  for (const reader of active) reader.trustedAt = Date.now()
  for (const reader of readers) if (!alive.has(reader.identity.session_id)) reader.end()
  return new Set(active)
}
