import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { cameBack, selectSession } from '../api/session.ts'
import { useAppDispatch, useAppSelector } from '../api/store.ts'
import { forgetPatients } from '../domains/account/leave.ts'
import { readPath } from '../i18n/language.ts'

type From = { from?: string }

/** Pages that require a session. When it ends, patient data is cleared and the user is sent to sign-in. */
export function SignedIn() {
  const { status, back, left } = useAppSelector(selectSession)
  const dispatch = useAppDispatch()
  const { pathname, search } = useLocation()
  const isOut = status === 'signed_out'
  useEffect(() => {
    if (isOut) forgetPatients(dispatch)
    else if (back) dispatch(cameBack())
  }, [isOut, back, dispatch])
  if (!isOut) return <Outlet />
  const here = pathname + search
  const from = back || left || here === '/' || here === '/_app' ? undefined : here
  return <Navigate to="/sign_in" replace state={{ from } satisfies From} />
}

/** Pages before sign-in. Afterwards redirects to the requested page, or after an ended session to the previous page of the same user. */
export function SignedOut() {
  const { status, me, back } = useAppSelector(selectSession)
  const location = useLocation()
  const { from } = (location.state ?? {}) as From
  if (status !== 'signed_in' || !me) return <Outlet />
  const path = back?.user_id === me.id ? readPath(back.path).path : undefined
  const ownPath = path && /^\/(sign_in|otp)\b/.test(path) ? undefined : path
  return <Navigate to={ownPath ?? from ?? '/'} replace />
}
