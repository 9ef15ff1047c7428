import { Navigate } from 'react-router'
import { selectMe } from '../api/session.ts'
import { useAppSelector } from '../api/store.ts'

/** Start page by role: patients their summary, admins the user list, care staff the today board. */
export function Landing() {
  const me = useAppSelector(selectMe)
  if (me?.role === 'admin') return <Navigate to="/admin" replace />
  if (me?.role === 'patient') return <Navigate to={`/${me.id}/summary`} replace />
  return <Navigate to="/today" replace />
}
