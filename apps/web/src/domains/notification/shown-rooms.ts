import { useEffect, useSyncExternalStore } from 'react'

/** The rooms this window shows, the newest last: whoever looks at one is not told of what is said there. */
let shown: readonly number[] = []
const listeners = new Set<() => void>()
const put = (next: readonly number[]) => {
  shown = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** While what calls this stands, the room of this patient is on the screen. */
export function useMarkRoomShown(patient_id: number | undefined) {
  useEffect(() => {
    if (patient_id === undefined) return
    put([...shown, patient_id])
    return () => {
      const at = shown.lastIndexOf(patient_id)
      put(shown.filter((_, n) => n !== at))
    }
  }, [patient_id])
}

export const useShownRoom = (): number | null => useSyncExternalStore(subscribe, () => shown.at(-1) ?? null)
