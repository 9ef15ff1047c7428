import { useListMessageRoomsQuery } from '../api.ts'
import type { useRooms } from './use-rooms.ts'

/** Room of the open patient, shown above the list if no loaded page contains it. `null` while it loads; undefined if not needed, not found or failed. */
export function usePinnedRoom({ rooms, query }: ReturnType<typeof useRooms>, patientId: number) {
  const isMissing = patientId > 0 && query.currentData !== undefined && !rooms.some(({ patient }) => patient.id === patientId)
  const { currentData, isError } = useListMessageRoomsQuery({ patient_id: patientId, background: true }, { skip: !isMissing })
  if (!isMissing || isError) return undefined
  return currentData ? currentData.items[0] : null
}
