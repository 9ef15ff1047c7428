import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import type { ReactNode } from 'react'
import { usePermission } from '../../../api/use-permission.ts'
import { OpenPatientContext } from '../../../ui/overlay/open-patient.tsx'

/** Makes the dialogs of a conversation name its patient, for staff. */
export function RoomPatient({ room, children }: { room: MessageRoom; children: ReactNode }) {
  const isStaff = usePermission('coordination.read')
  return <OpenPatientContext value={isStaff ? room.patient : undefined}>{children}</OpenPatientContext>
}
