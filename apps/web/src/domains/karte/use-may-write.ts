import { scopeOf } from '@sukoyaka/wire/access'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'

/** Whether who is signed in writes notes at all, and whether this one is theirs to change: its author's, or any for an admin. */
export const useMayWrite = (author_id?: number): boolean => {
  const me = useAppSelector(selectMe)
  const scope = me && scopeOf(me.role, 'kartes.write')
  return scope === 'all' || (scope === 'own' && (author_id === undefined || author_id === me?.id))
}
