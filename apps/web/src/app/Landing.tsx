import { Navigate } from 'react-router'
import { selectMe } from '../api/session.ts'
import { useAppSelector } from '../api/store.ts'

/** Where signing in leads: patients to themselves, admins to the people, care staff to what there is to do today. */
export function Landing() {
  const me = useAppSelector(selectMe)
  if (me?.role === 'admin') return <Navigate to="/admin" replace />
  if (me?.role === 'patient') return <Navigate to={`/${me.id}/summary`} replace />
  return <Navigate to="/today" replace />
}
