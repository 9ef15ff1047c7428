import { type Permission, scopeOf } from '@sukoyaka/wire/access'
import { selectMe } from './session.ts'
import { useAppSelector } from './store.ts'

/** Whether the signed-in user has the permission for all patients (scope `all`). */
export const usePermission = (permission: Permission): boolean => {
  const me = useAppSelector(selectMe)
  return me !== undefined && scopeOf(me.role, permission) === 'all'
}
