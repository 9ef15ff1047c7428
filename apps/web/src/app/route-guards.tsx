import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useMatches, useParams } from 'react-router'
import { returnedToPage, selectSession } from '../api/session.ts'
import { useAppDispatch, useAppSelector } from '../api/store.ts'
import { storeKeptUnsent } from '../api/unsent/keep.ts'
import { checkPolicies, clearEndedSession } from '../domains/account/startup.ts'
import { parsePath } from '../i18n/language.ts'
import { lazyNamed } from '../ui/loading/lazy-named.ts'
import { PageError } from '../ui/page/page-error.ts'

/** Id of the route that matches every unknown URL. */
export const unknownRoute = 'unknown'

type NavigationState = { from?: string }

const OtherPersonPage = lazyNamed(() => import('../pages/other-person/OtherPersonPage.tsx'), 'OtherPersonPage')
const PolicyUpdatePage = lazyNamed(() => import('../pages/policies/PolicyUpdatePage.tsx'), 'PolicyUpdatePage')

/**
 * Pages that require a session. If policies have new versions, the page that asks for consent comes first. When the session ends, patient data is cleared
 * and the user is sent to sign-in; unsent input is stored again when the same user is back.
 */
export function SignedIn() {
  const { status, me, returnTo: back, byUser: isSignedOutByUser, policiesToAgree } = useAppSelector(selectSession)
  const dispatch = useAppDispatch()
  const { pathname, search } = useLocation()
  const isSignedOut = status === 'signed_out'
  useEffect(() => {
    if (isSignedOut) void dispatch(clearEndedSession())
    else if (back) dispatch(returnedToPage())
  }, [isSignedOut, back, dispatch])
  const user_id = me?.id
  useEffect(() => {
    if (user_id !== undefined) void dispatch(storeKeptUnsent(user_id))
  }, [user_id, dispatch])
  const isUnchecked = status === 'signed_in' && policiesToAgree === undefined
  useEffect(() => {
    if (isUnchecked) void dispatch(checkPolicies())
  }, [isUnchecked, dispatch])
  const isUnknown = useMatches().some(({ id }) => id === unknownRoute)
  if (!isSignedOut) return policiesToAgree?.length ? <PolicyUpdatePage kinds={policiesToAgree} /> : <Outlet />
  if (isUnknown) throw new PageError(404)
  const currentPath = pathname + search
  const from = back || isSignedOutByUser || currentPath === '/' || currentPath === '/_app' ? undefined : currentPath
  return <Navigate to="/sign_in" replace state={{ from } satisfies NavigationState} />
}

/**
 * Pages before sign-in. After sign-in, redirects to the page where the last session of the same user ended, else to the page that the user requested. Somebody
 * who is signed in and opens the link of a mail, which may be for another person, is asked to sign out.
 */
export function SignedOut() {
  const { status, me, returnTo: back } = useAppSelector(selectSession)
  const location = useLocation()
  const { token } = useParams()
  const [wasSignedIn, setWasSignedIn] = useState(status === 'signed_in')
  // the session that begins on this page, such as by the registration, leaves it
  if (wasSignedIn && status === 'signed_out') setWasSignedIn(false)
  const { from } = (location.state ?? {}) as NavigationState
  if (status !== 'signed_in' || !me) return <Outlet />
  if (token && wasSignedIn) return <OtherPersonPage me={me} />
  const path = back?.user_id === me.id ? parsePath(back.path).path : undefined
  const ownPath = path && /^\/(sign_in|otp)\b/.test(path) ? undefined : path
  return <Navigate to={ownPath ?? from ?? '/'} replace />
}
