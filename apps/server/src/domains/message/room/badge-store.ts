import type { Actor } from '../../../access/actor.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { uncheckedCountOf } from '../../notification/store.ts'
import { unreadCountOf } from './store.ts'

/** The numbers on the badges. `messages`: for a patient, their unread messages; for staff, the conversations with unread messages that they are notified of. */
export const badgesOf = async (scope: PatientScope, actor: Actor): Promise<{ messages: number; notifications: number }> => {
  const [unread, notifications] = await Promise.all([unreadCountOf(scope, actor, 'notifiable'), uncheckedCountOf(scope.db, actor.id)])
  return { messages: actor.role === 'patient' ? unread.count : unread.patient_count, notifications }
}
