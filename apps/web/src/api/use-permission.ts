import { type Permission, scopeOf } from '@sukoyaka/wire/access'
import { selectMe } from './session.ts'
import { useAppSelector } from './store.ts'

/** Whether who is signed in may do this to any patient. */
export const usePermission = (permission: Permission): boolean => {
  const me = useAppSelector(selectMe)
  return me !== undefined && scopeOf(me.role, permission) === 'all'
}
