import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useListMessageRoomsQuery } from './api.ts'

/** Whether the signed-in patient can write in the chat. True until it is known. */
export const useHasChat = () => {
  const me = useAppSelector(selectMe)
  const isPatient = me?.role === 'patient'
  const { currentData } = useListMessageRoomsQuery({ patient_id: me?.id ?? 0 }, { skip: !isPatient })
  return currentData?.items[0]?.chat !== false
}
