/** `patient_id: null`: the window has left its record, whichever it was. */
export type PresenceReport = { user_id: number; window_id: string; patient_id: number | null; is_here: boolean }
export type PresentUser = { user_id: number; since: string }

const timeoutMs = 45_000
/** Limits the memory that one user can take. */
const maxWindowsPerUser = 20

type OpenWindow = { user_id: number; patient_id: number; since: string; seenAt: number }

/**
 * Which windows of staff have which record open, in memory only. Every server process applies the same reports, see `publishPresence`; after a restart, it gets
 * them again, because each window repeats its report with each poll.
 */
export const makeRecordPresences = (clock: () => number = Date.now) => {
  const windows = new Map<string, OpenWindow>()
  const keyOf = ({ user_id, window_id }: Pick<PresenceReport, 'user_id' | 'window_id'>) => `${user_id} ${window_id}`

  const usersIn = (patient_id: number): PresentUser[] => {
    const first = new Map<number, string>()
    for (const { user_id, since, ...open } of windows.values())
      if (open.patient_id === patient_id && since < (first.get(user_id) ?? '9')) first.set(user_id, since)
    return [...first].map(([user_id, since]) => ({ user_id, since })).sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : a.user_id - b.user_id))
  }
  /** Applies a change and returns the patients whose list of present people changed. */
  const changedBy = (patient_ids: readonly (number | null | undefined)[], change: () => void): number[] => {
    const ids = [...new Set(patient_ids.filter((id) => id !== null && id !== undefined))]
    const before = ids.map((id) => JSON.stringify(usersIn(id)))
    change()
    return ids.filter((id, i) => before[i] !== JSON.stringify(usersIn(id)))
  }

  /** If the user has as many windows as allowed, the one whose last report is oldest: it must be removed before another is added. */
  const surplusOf = (user_id: number): [string, OpenWindow] | undefined => {
    const own = [...windows].filter(([, open]) => open.user_id === user_id)
    return own.length < maxWindowsPerUser ? undefined : own.toSorted(([, a], [, b]) => a.seenAt - b.seenAt)[0]
  }

  return {
    usersIn,
    has: (window: Pick<PresenceReport, 'user_id' | 'window_id'>) => windows.has(keyOf(window)),
    apply: (report: PresenceReport): number[] => {
      const { user_id, patient_id, is_here } = report
      const key = keyOf(report)
      const open = windows.get(key)
      const surplus = is_here && patient_id !== null && !open ? surplusOf(user_id) : undefined
      return changedBy([open?.patient_id, patient_id, surplus?.[1].patient_id], () => {
        if (surplus) windows.delete(surplus[0])
        if (is_here && patient_id !== null) {
          const now = clock()
          const since = open?.patient_id === patient_id ? open.since : new Date(now).toISOString()
          windows.set(key, { user_id, patient_id, since, seenAt: now })
          // a late report that the window left its previous record does not end its presence on the current record
        } else if (patient_id === null || open?.patient_id === patient_id) windows.delete(key)
      })
    },
    /** Removes windows whose last report is too old, such as crashed ones. */
    expire: (): number[] => {
      const expired = [...windows].filter(([, { seenAt }]) => clock() - seenAt > timeoutMs)
      return changedBy(
        expired.map(([, { patient_id }]) => patient_id),
        () => {
          for (const [key] of expired) windows.delete(key)
        },
      )
    },
  }
}
