import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useParams } from 'react-router'
import { selectMe, selectSession } from '../api/session.ts'
import { useAppSelector } from '../api/store.ts'
import { isOfferDue } from '../domains/account/passkey/offer.ts'
import { preloadStaffSummary } from '../pages/summary/SummaryPage.tsx'
import { lazyNamed } from '../ui/loading/lazy-named.ts'
import { Toasts } from '../ui/overlay/Toasts.tsx'
import { useKeepFocus } from '../ui/page/keep-focus.ts'
import { useObservable } from '../ui/page/observable.ts'
import { isPageFailed } from './ErrorInShell.tsx'
import { KeyList } from './KeyList.tsx'
import { NavigationBar } from './NavigationBar.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import classes from './Shell.module.css'
import { PageSkeleton } from './ShellSkeleton.tsx'
import { fillsWindow, showsSidebar } from './sidebar.ts'
import { useEventStream } from './use-event-stream.ts'

const CareSidebar = lazyNamed(() => import('../domains/message/sidebar/CareSidebar.tsx'), 'CareSidebar')
const PasskeyOffer = lazyNamed(() => import('../domains/account/passkey/PasskeyOffer.tsx'), 'PasskeyOffer')
const ChatDock = lazyNamed(() => import('./after-shell.ts'), 'ChatDock')

/** Layout of the pages that require a session, and their toasts. */
export function Shell() {
  return (
    <>
      <Frame />
      <Toasts />
    </>
  )
}

function Frame() {
  const { t } = useTranslation('common')
  const me = useAppSelector(selectMe)
  const { pathname } = useLocation()
  const { userId } = useParams()
  const isFailed = useObservable(isPageFailed)
  const [isOffered] = useState(() => me !== undefined && isOfferDue(me.id, Date.now()))
  useKeepFocus()
  useEventStream(useAppSelector((state) => selectSession(state).credentials?.access_token))
  if (!me) return null
  if (fillsWindow(pathname, me.role)) return <Outlet />
  return (
    <div className={classes.frame}>
      <OfflineBanner />
      <div className={classes.shell}>
        <button type="button" className={classes.skip} onClick={() => document.getElementById('content')?.focus()}>
          {t('skip')}
        </button>
        <NavigationBar me={me} />
        {/* one Suspense boundary for sidebar and page, so that the page does not shift when the sidebar loads */}
        <Suspense
          fallback={
            <main id="content" className={classes.main}>
              <PageSkeleton />
            </main>
          }
        >
          {showsSidebar(pathname, me.role) ? <CareSidebar patientId={Number(userId)} onApproach={preloadStaffSummary} /> : null}
          <main id="content" tabIndex={-1} className={classes.main} data-density={me.role === 'patient' ? 'comfortable' : undefined}>
            <Outlet />
          </main>
        </Suspense>
        {isFailed || /^\/messages/.test(pathname) ? null : (
          <Suspense>
            <ChatDock patient_id={me.role === 'patient' ? me.id : Number(userId) || undefined} isPill={/\/summary\/?$/.test(pathname)} />
          </Suspense>
        )}
        <KeyList />
        {isOffered ? (
          <Suspense>
            <PasskeyOffer user_id={me.id} />
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}
