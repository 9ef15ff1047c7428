import { usePermission } from '../../../api/use-permission.ts'
import { useGetUnreadCountQuery, useGetUnreadNotifiableCountQuery } from './api.ts'

/** Unread count: notifiable messages for staff, all messages for patients. */
export function useUnread(skip = false): number {
  const isStaff = usePermission('messages.read')
  const own = useGetUnreadCountQuery({ background: true }, { skip: isStaff || skip })
  const notifiable = useGetUnreadNotifiableCountQuery({ background: true }, { skip: !isStaff || skip })
  return (isStaff ? notifiable : own).data?.count ?? 0
}
