import { useEffect, useSyncExternalStore } from 'react'

/** Rooms shown in this window, the newest last; the server sends no notification for a room in view. */
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

/** Marks the patient's room as shown while the component is mounted. */
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
