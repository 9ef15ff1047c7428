import { useListMessageRoomsQuery } from '../api.ts'

/** The conversation to answer next, the longest waiting first, and how many wait besides the open one. */
export function useNextWaiting(patient_id: number | undefined) {
  const { currentData } = useListMessageRoomsQuery({ unresponded_only: true, page: 1, background: true })
  const rooms = currentData?.items ?? []
  const at = rooms.findIndex(({ patient }) => patient.id === patient_id)
  const next = rooms[at + 1] ?? rooms[0]
  return {
    next: next?.patient.id === patient_id ? undefined : next,
    count: (currentData?.total_count ?? 0) - (at < 0 ? 0 : 1),
  }
}
