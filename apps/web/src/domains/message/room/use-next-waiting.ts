import { useListMessageRoomsQuery } from '../api.ts'
import { useCountMessageRoomsQuery } from '../rooms/api.ts'

/**
 * `next`: the waiting conversation that follows the open one, else the one that has waited longest. `count`: how many wait, without the open one. The first
 * page of the list is enough, because waiting conversations come first. `isWaiting`: the open conversation waits, even if it is not on that page.
 */
export function useNextWaiting(patient_id: number | undefined, isWaiting = false) {
  const list = useListMessageRoomsQuery({ page: 1, background: true }).currentData
  const waiting = useCountMessageRoomsQuery({ background: true }).currentData?.unresponded ?? 0
  const rooms = list?.items.filter(({ unresponded_since }) => unresponded_since !== null) ?? []
  const at = rooms.findIndex(({ patient }) => patient.id === patient_id)
  const next = rooms[at + 1] ?? rooms[0]
  return {
    next: next?.patient.id === patient_id ? undefined : next,
    count: waiting - (isWaiting || at >= 0 ? 1 : 0),
  }
}
