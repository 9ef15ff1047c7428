import type { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import type { Input } from '@sukoyaka/wire/endpoint'

/** `kind`: type of the current contract. One field, because a contract is either `membership` or `business`. */
export type Filter = { kind: 'all' | 'membership' | 'business'; main_doctor: boolean; name: string; doctor: string }
export type RoomQuery = Input<typeof listMessageRooms>

export const noFilter: Filter = { kind: 'all', main_doctor: false, name: '', doctor: '' }

/** Whether a filter other than the search fields is set. */
export const hasChoice = ({ kind, main_doctor }: Filter) => kind !== 'all' || main_doctor
export const isFiltered = (filter: Filter) => hasChoice(filter) || filter.name.trim() !== '' || filter.doctor.trim() !== ''

export const queryOf = ({ kind, main_doctor, name, doctor }: Filter): Omit<RoomQuery, 'page'> => {
  const full_name_cont = name.trim()
  const main_doctor_full_name_cont = doctor.trim()
  const q = { ...(full_name_cont && { full_name_cont }), ...(main_doctor_full_name_cont && { main_doctor_full_name_cont }) }
  return {
    ...(kind !== 'all' && { service_type: kind }),
    ...(main_doctor && { role: 'main_doctor' as const }),
    ...(Object.keys(q).length > 0 && { q }),
  }
}
