import { scopeOf } from '@sukoyaka/wire/access'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'

/** Whether the user may write notes. With `author_id`: whether the user may change the notes of this author, which scope `own` limits to one's own. */
export const useMayWrite = (author_id?: number): boolean => {
  const me = useAppSelector(selectMe)
  const scope = me && scopeOf(me.role, 'kartes.write')
  return scope === 'all' || (scope === 'own' && (author_id === undefined || author_id === me?.id))
}
