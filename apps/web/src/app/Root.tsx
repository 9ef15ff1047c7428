import { addVisit } from '@sukoyaka/wire/boards/platform'
import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { callEndpoint } from '../api/call-endpoint.ts'
import { failureText } from '../api/call-error.ts'
import { readConfig } from '../api/config.ts'
import { selectSession } from '../api/session.ts'
import { useAppDispatch, useAppSelector } from '../api/store.ts'
import { authenticate } from '../domains/account/startup.ts'
import { Failure } from '../pages/error/Failure.tsx'
import { PageError } from '../ui/page/page-error.ts'
import { pagePattern } from '../ui/page/page-pattern.ts'
import { useHeadingFocus } from './heading-focus.ts'
import { ShellSkeleton } from './ShellSkeleton.tsx'

/** Reports page views for analytics, if configured. A report contains the page pattern, without ids, and the id of the user. */
function useVisitReports(pathname: string, userId: number | undefined) {
  const dispatch = useAppDispatch()
  useEffect(() => {
    // sign-in pages do not count as visits
    if (!userId || /^\/(sign_in|otp)$/.test(pathname)) return
    void readConfig().then(({ analytics_id }) => {
      if (analytics_id) void dispatch(callEndpoint(addVisit, { page: pagePattern(pathname), user_id: userId }, true))
    })
  }, [pathname, userId, dispatch])
}

/** Renders a skeleton until the session is known, and an error with retry if it cannot be checked. */
export function Root() {
  const { status, failure, me } = useAppSelector(selectSession)
  const dispatch = useAppDispatch()
  const { pathname } = useLocation()
  const isNavigating = useNavigation().state !== 'idle'
  useVisitReports(pathname, me?.id)
  useHeadingFocus(pathname)
  if (failure) return <Failure title={failureText('title')} text={failure.error} action={failureText('retry')} onAction={() => void dispatch(authenticate())} />
  if (status === 'authenticating') return <ShellSkeleton />
  return (
    <div aria-busy={isNavigating || undefined} style={{ display: 'contents' }}>
      <Outlet />
      <ScrollRestoration />
    </div>
  )
}

export function NotFound(): never {
  throw new PageError(404)
}
