import { type Permission, scopeOf } from '@sukoyaka/wire/access'
import { selectMe } from './session.ts'
import { useAppSelector } from './store.ts'

const useScope = (permission: Permission) => {
  const me = useAppSelector(selectMe)
  return me && scopeOf(me.role, permission)
}

/** Whether the signed-in user has the permission for all patients (scope `all`). */
export const usePermission = (permission: Permission): boolean => useScope(permission) === 'all'

/** Whether the signed-in user has the permission for the records of all patients or, as a patient, for their own record. */
export const usePermissionForOwnOrAllRecords = (permission: Permission): boolean => useScope(permission) !== undefined
