import { createBrowserRouter, type LoaderFunction, type RouteObject } from 'react-router'
import { ErrorPage } from '../pages/error/ErrorPage.tsx'
import { summaryLoader } from '../pages/summary/opening.ts'
import { preloadSummary, SummaryPage } from '../pages/summary/SummaryPage.tsx'
import { ErrorInShell } from './ErrorInShell.tsx'
import { NotFound, Root } from './Root.tsx'
import { SignedIn, SignedOut, unknownRoute } from './route-guards.tsx'
import { ShellSkeleton } from './ShellSkeleton.tsx'

const lazyPage =
  <N extends string>(load: () => Promise<Record<N, React.ComponentType> & { loader?: LoaderFunction }>, name: N) =>
  async () => {
    const page = await load()
    return { Component: page[name], loader: page.loader }
  }

const summary = async () => {
  await preloadSummary(location.pathname)
  return { Component: SummaryPage, loader: summaryLoader }
}

const landing = lazyPage(() => import('./Landing.tsx'), 'Landing')

const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: ShellSkeleton,
    children: [
      {
        Component: SignedOut,
        children: [
          { path: 'sign_in', lazy: lazyPage(() => import('../pages/sign-in/SignInPage.tsx'), 'SignInPage') },
          { path: 'reset_password/:token?', lazy: lazyPage(() => import('../pages/reset-password/ResetPasswordPage.tsx'), 'ResetPasswordPage') },
          { path: 'activate/:token?', lazy: lazyPage(() => import('../pages/activate/ActivationPage.tsx'), 'ActivationPage') },
          { path: 'invite_request', lazy: lazyPage(() => import('../pages/invite-request/InviteRequestPage.tsx'), 'InviteRequestPage') },
          { path: 'otp', lazy: lazyPage(() => import('../pages/otp/OtpPage.tsx'), 'OtpPage') },
        ],
      },
      { path: 'share/:token', lazy: lazyPage(() => import('../pages/share/SharedRecordPage.tsx'), 'SharedRecordPage') },
      { path: 'seller', lazy: lazyPage(() => import('../pages/seller/SellerPage.tsx'), 'SellerPage') },
      {
        Component: SignedIn,
        children: [
          {
            lazy: lazyPage(() => import('./Shell.tsx'), 'Shell'),
            children: [
              {
                ErrorBoundary: ErrorInShell,
                children: [
                  { index: true, lazy: landing },
                  { path: '_app', lazy: landing },
                  { path: 'facilities/:facilityId?', lazy: lazyPage(() => import('../pages/facilities/FacilitiesPage.tsx'), 'FacilitiesPage') },
                  { path: 'today', lazy: lazyPage(() => import('../pages/today/TodayPage.tsx'), 'TodayPage') },
                  { path: 'patients', lazy: lazyPage(() => import('./FirstPatient.tsx'), 'FirstPatient') },
                  { path: 'messages/bulk', lazy: lazyPage(() => import('../pages/bulk-messages/BulkMessagesPage.tsx'), 'BulkMessagesPage') },
                  { path: 'messages/:patientId?', lazy: lazyPage(() => import('../pages/messages/MessagesPage.tsx'), 'MessagesPage') },
                  { path: 'interviews', lazy: lazyPage(() => import('../pages/interviews/InterviewsPage.tsx'), 'InterviewsPage') },
                  { path: 'interviews/:interviewId', lazy: lazyPage(() => import('../pages/interviews/InterviewPage.tsx'), 'InterviewPage') },
                  { path: 'invitations', lazy: lazyPage(() => import('../pages/invitations/InvitationsPage.tsx'), 'InvitationsPage') },
                  { path: 'imports', lazy: lazyPage(() => import('../pages/imports/ImportsPage.tsx'), 'ImportsPage') },
                  { path: 'imports/:importId', lazy: lazyPage(() => import('../pages/imports/ImportPage.tsx'), 'ImportPage') },
                  { path: 'imports/:importId/release', lazy: lazyPage(() => import('../pages/releases/ReleasesPage.tsx'), 'ImportReleasesPage') },
                  { path: 'releases', lazy: lazyPage(() => import('../pages/releases/ReleasesPage.tsx'), 'ReleasesPage') },
                  { path: 'shop/:page?/:id?', lazy: lazyPage(() => import('../pages/shop/ShopPage.tsx'), 'ShopPage') },
                  { path: 'notifications', lazy: lazyPage(() => import('../pages/notifications/NotificationsPage.tsx'), 'NotificationsPage') },
                  { path: 'settings/:page', lazy: lazyPage(() => import('../pages/settings/SettingsPage.tsx'), 'SettingsPage') },
                  { path: 'admin/:table?', lazy: lazyPage(() => import('../pages/admin/AdminSection.tsx'), 'AdminSection') },
                  { path: ':userId/database', lazy: lazyPage(() => import('../pages/database/DatabasePage.tsx'), 'DatabasePage') },
                  { path: ':userId/database/entry', lazy: lazyPage(() => import('../pages/database/EntryPage.tsx'), 'EntryPage') },
                  { path: ':userId/fhir_import', lazy: lazyPage(() => import('../pages/fhir-import/FhirImportPage.tsx'), 'FhirImportPage') },
                  { path: ':userId/timeline', lazy: lazyPage(() => import('../pages/timeline/TimelinePage.tsx'), 'TimelinePage') },
                  { path: ':userId/questionnaires/:id', lazy: lazyPage(() => import('../pages/questionnaire/QuestionnairePage.tsx'), 'QuestionnairePage') },
                  { path: ':userId/report', lazy: lazyPage(() => import('../pages/report/ReportPage.tsx'), 'ReportPage') },
                  { path: ':userId/stress_check', lazy: lazyPage(() => import('../pages/stress-check/StressCheckPage.tsx'), 'StressCheckPage') },
                  { path: ':userId/stress_check/answer', lazy: lazyPage(() => import('../pages/stress-check/AnswerPage.tsx'), 'AnswerPage') },
                  { path: ':userId/summary', lazy: summary },
                  { path: '*', id: unknownRoute, Component: NotFound },
                ],
              },
            ],
          },
        ],
      },
      { path: 'dev/ui', lazy: lazyPage(() => import('./DevUiInDemo.tsx'), 'DevUiInDemo') },
    ],
  },
]

/** `basename` is the language prefix, which every link keeps. */
export const makeRouter = (prefix: string) => createBrowserRouter(routes, { basename: prefix || '/' })
