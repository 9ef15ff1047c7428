import type { AppContext } from '../context/app-context.ts'

type Signal = 'onSessionEnded' | 'onPatientRemoved' | 'onReferenceChanged'

/** Empties a cache by `clear` when PostgreSQL notifies that its data changed, or when such a notification may have been missed. */
export const invalidateOn = (events: Pick<AppContext['events'], 'listen'>, signal: Signal, clear: () => void) => {
  let version = 0
  const forget = () => {
    version++
    clear()
  }
  const stopListening = events.listen({ onEvents: (mayHaveMissed) => mayHaveMissed && forget(), [signal]: forget })
  return {
    forget,
    stopListening,
    /** To be called before data is read. After the read, the returned function tells whether the data may be cached: not if the cache was emptied since. */
    startRead: () => {
      const startedIn = version
      return () => version === startedIn
    },
  }
}
