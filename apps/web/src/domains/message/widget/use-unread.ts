import type { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import type { Reply } from '@sukoyaka/wire/endpoint'
import { useEffect, useState } from 'react'
import { useAppSelector } from '../../../api/store.ts'
import { useListMessageRoomsQuery } from '../api.ts'

/** Delay after which the patient's conversation is requested, if no list has the patient by then and none is loading. */
const waitMs = 1_500

type Cached = Record<string, { endpointName?: string; status?: string; data?: unknown } | undefined>

/** Number of unread messages in the loaded lists; `pending` while a list is loading, undefined if no list contains the patient. */
const unreadInLists = (cached: Cached, patient_id: number) => {
  const lists = Object.values(cached).filter((query) => query?.endpointName === 'listMessageRooms')
  for (const list of lists) {
    const room = (list?.data as Reply<typeof listMessageRooms> | undefined)?.items.find(({ patient }) => patient.id === patient_id)
    if (room) return room.unread_count
  }
  return lists.some((list) => list?.status === 'pending') ? 'pending' : undefined
}

/** Number of unread messages of a patient, for staff: from a loaded list that contains the patient, such as that of the sidebar, else requested. */
export function useUnread(patient_id: number | undefined) {
  const known = useAppSelector((state) => (patient_id === undefined || !state.api ? undefined : unreadInLists(state.api.queries as Cached, patient_id)))
  const [waited, setWaited] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setWaited(patient_id), waitMs)
    return () => clearTimeout(timer)
  }, [patient_id])
  const [asked, setAsked] = useState<number>()
  const isMissing = patient_id !== undefined && known === undefined && waited === patient_id
  // once requested, the conversation stays subscribed, so that the number follows changes
  if (isMissing && asked !== patient_id) setAsked(patient_id)
  useListMessageRoomsQuery({ patient_id: patient_id ?? 1, background: true }, { skip: patient_id === undefined || asked !== patient_id })
  return typeof known === 'number' ? known : 0
}
