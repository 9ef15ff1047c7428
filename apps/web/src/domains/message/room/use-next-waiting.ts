import { useListMessageRoomsQuery } from '../api.ts'
import { useCountMessageRoomsQuery } from '../rooms/api.ts'

/** The conversation to answer next, the longest waiting first, and how many wait besides the open one. The list of all begins with those that wait. */
export function useNextWaiting(patient_id: number | undefined) {
  const list = useListMessageRoomsQuery({ page: 1, background: true }).currentData
  const waiting = useCountMessageRoomsQuery({ background: true }).currentData?.unresponded ?? 0
  const rooms = list?.items.filter(({ unresponded_since }) => unresponded_since !== null) ?? []
  const at = rooms.findIndex(({ patient }) => patient.id === patient_id)
  const next = rooms[at + 1] ?? rooms[0]
  return {
    next: next?.patient.id === patient_id ? undefined : next,
    count: waiting - (at < 0 ? 0 : 1),
  }
}
