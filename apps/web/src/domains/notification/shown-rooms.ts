import { useEffect } from 'react'
import { makeObservable, useObservable } from '../../ui/page/observable.ts'

/** Patients whose rooms this window shows, the newest last; the server sends no notification for a room in view. */
const shownIds = makeObservable<readonly number[]>([])

/** Marks the patient's room as shown while the component is mounted. */
export function useMarkRoomShown(patient_id: number | undefined) {
  useEffect(() => {
    if (patient_id === undefined) return
    shownIds.set([...shownIds.read(), patient_id])
    return () => {
      const at = shownIds.read().lastIndexOf(patient_id)
      shownIds.set(shownIds.read().filter((_, n) => n !== at))
    }
  }, [patient_id])
}

export const useShownRoom = (): number | null => useObservable(shownIds).at(-1) ?? null
