import type { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import type { Reply } from '@sukoyaka/wire/endpoint'
import { useEffect, useState } from 'react'
import { useAppSelector } from '../../../api/store.ts'
import { useListMessageRoomsQuery } from '../api.ts'

/** How long the list of the sidebar may take before the patient's conversation is asked for. */
const waitMs = 1_500

type Cached = Record<string, { endpointName?: string; data?: unknown } | undefined>
const inLists = (cached: Cached, patient_id: number) => {
  for (const query of Object.values(cached)) {
    if (query?.endpointName !== 'listMessageRooms' || !query.data) continue
    const room = (query.data as Reply<typeof listMessageRooms>).items.find(({ patient }) => patient.id === patient_id)
    if (room) return room.unread_count
  }
  return undefined
}

/** Unread messages of a patient, for staff: from a list that shows the patient if there is one, such as that of the sidebar. */
export function useUnread(patient_id: number | undefined) {
  const known = useAppSelector((state) => (patient_id === undefined || !state.api ? undefined : inLists(state.api.queries as Cached, patient_id)))
  const [waited, setWaited] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setWaited(patient_id), waitMs)
    return () => clearTimeout(timer)
  }, [patient_id])
  useListMessageRoomsQuery(
    { patient_id: patient_id ?? 1, background: true },
    { skip: patient_id === undefined || known !== undefined || waited !== patient_id },
  )
  return known ?? 0
}
