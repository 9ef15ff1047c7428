import { useEffect, useSyncExternalStore } from 'react'

/** Rooms shown in this window, the newest last; the server sends no notification for a room in view. */
let shownIds: readonly number[] = []
const listeners = new Set<() => void>()
const setShownIds = (next: readonly number[]) => {
  shownIds = next
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
    setShownIds([...shownIds, patient_id])
    return () => {
      const at = shownIds.lastIndexOf(patient_id)
      setShownIds(shownIds.filter((_, n) => n !== at))
    }
  }, [patient_id])
}

export const useShownRoom = (): number | null => useSyncExternalStore(subscribe, () => shownIds.at(-1) ?? null)
