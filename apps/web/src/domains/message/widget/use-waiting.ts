import { usePermission } from '../../../api/use-permission.ts'
import { useGetUnreadCountQuery, useGetUnreadNotifiableCountQuery } from './api.ts'

/** For staff, the number of patients with unread messages that concern them; for patients, their number of unread messages. */
export function useWaiting() {
  const isStaff = usePermission('messages.read')
  const own = useGetUnreadCountQuery({ background: true }, { skip: isStaff })
  const notifiable = useGetUnreadNotifiableCountQuery({ background: true }, { skip: !isStaff })
  return { isStaff, count: (isStaff ? notifiable.data?.patient_count : own.data?.count) ?? 0 }
}
