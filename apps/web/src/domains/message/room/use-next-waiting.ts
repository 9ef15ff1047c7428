import { useListMessageRoomsQuery } from '../api.ts'
import { useCountMessageRoomsQuery } from '../rooms/api.ts'

/**
 * The waiting conversation after the open one, else the longest waiting, and how many wait besides the open one. The first page of the list is enough,
 * because it begins with those that wait. `isWaiting`: the open one waits, also if it is beyond that page.
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
