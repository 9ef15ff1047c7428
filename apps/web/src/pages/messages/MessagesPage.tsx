import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { usePermission } from '../../api/use-permission.ts'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { OwnRoom } from './OwnRoom.tsx'
import { StaffRooms } from './StaffRooms.tsx'

/** Conversations: all for staff, their own for patients. */
export function MessagesPage() {
  // load all namespaces together: one loading later would suspend the whole page
  useTranslation([
    'message_room',
    'conversation',
    'message_card',
    'canned_reply',
    'data_entry_request',
    'recommend',
    'patient',
    'message',
    'picture',
    'illness',
  ])
  const { patientId } = useParams()
  const me = useAppSelector(selectMe)
  const isStaff = usePermission('messages.read')
  if (patientId !== undefined && !idPattern.test(patientId)) throw new PageError(404)
  if (!me) return null
  if (isStaff) return <StaffRooms patient_id={patientId ? Number(patientId) : undefined} />
  if (patientId === undefined) return <Navigate to={`/messages/${me.id}`} replace />
  if (Number(patientId) !== me.id) throw new PageError(404)
  return <OwnRoom patient_id={me.id} />
}
