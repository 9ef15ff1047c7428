import { createBrowserRouter, type RouteObject } from 'react-router'
import { ErrorPage } from '../pages/error/ErrorPage.tsx'
import { SignedIn, SignedOut } from './gates.tsx'
import { NotFound, Root } from './Root.tsx'

const page =
  <N extends string>(load: () => Promise<Record<N, React.ComponentType>>, name: N) =>
  async () => ({ Component: (await load())[name] })

const landing = page(() => import('./Landing.tsx'), 'Landing')

const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      {
        Component: SignedOut,
        children: [
          { path: 'sign_in', lazy: page(() => import('../pages/sign-in/SignInPage.tsx'), 'SignInPage') },
          { path: 'otp', lazy: page(() => import('../pages/otp/OtpPage.tsx'), 'OtpPage') },
        ],
      },
      {
        Component: SignedIn,
        children: [
          { path: ':userId/questionnaires/:id', lazy: page(() => import('../pages/questionnaire/QuestionnairePage.tsx'), 'QuestionnairePage') },
          {
            lazy: page(() => import('./Shell.tsx'), 'Shell'),
            children: [
              { index: true, lazy: landing },
              { path: '_app', lazy: landing },
              { path: 'facilities', lazy: page(() => import('../pages/facilities/FacilitiesPage.tsx'), 'FacilitiesPage') },
              { path: 'facilities/:facilityId', lazy: page(() => import('../pages/facilities/FacilityPage.tsx'), 'FacilityPage') },
              { path: 'today', lazy: page(() => import('../pages/today/TodayPage.tsx'), 'TodayPage') },
              { path: 'patients', lazy: page(() => import('./FirstPatient.tsx'), 'FirstPatient') },
              { path: 'messages/bulk', lazy: page(() => import('../pages/bulk-messages/BulkMessagesPage.tsx'), 'BulkMessagesPage') },
              { path: 'messages/:patientId?', lazy: page(() => import('../pages/messages/MessagesPage.tsx'), 'MessagesPage') },
              { path: 'interviews', lazy: page(() => import('../pages/interviews/InterviewsPage.tsx'), 'InterviewsPage') },
              { path: 'interviews/:interviewId', lazy: page(() => import('../pages/interviews/InterviewPage.tsx'), 'InterviewPage') },
              { path: 'imports', lazy: page(() => import('../pages/imports/ImportsPage.tsx'), 'ImportsPage') },
              { path: 'imports/:importId', lazy: page(() => import('../pages/imports/ImportPage.tsx'), 'ImportPage') },
              { path: 'notifications', lazy: page(() => import('../pages/notifications/NotificationsPage.tsx'), 'NotificationsPage') },
              { path: 'settings/replies', lazy: page(() => import('../pages/settings/ReplySettingsPage.tsx'), 'ReplySettingsPage') },
              { path: 'settings/notifications', lazy: page(() => import('../pages/settings/NotificationSettingsPage.tsx'), 'NotificationSettingsPage') },
              { path: 'admin', lazy: page(() => import('../pages/admin/AdminPage.tsx'), 'AdminPage') },
              { path: ':userId/database', lazy: page(() => import('../pages/database/DatabasePage.tsx'), 'DatabasePage') },
              { path: ':userId/timeline', lazy: page(() => import('../pages/timeline/TimelinePage.tsx'), 'TimelinePage') },
              { path: ':userId/stress_check', lazy: page(() => import('../pages/stress-check/StressCheckPage.tsx'), 'StressCheckPage') },
              { path: ':userId/stress_check/answer', lazy: page(() => import('../pages/stress-check/AnswerPage.tsx'), 'AnswerPage') },
              { path: ':userId/summary', lazy: async () => ({ Component: (await import('../pages/summary/SummaryPage.tsx')).SummaryPage }) },
            ],
          },
        ],
      },
      { path: 'dev/ui', lazy: page(() => import('./DevUiInDemo.tsx'), 'DevUiInDemo') },
      { path: '*', Component: NotFound },
    ],
  },
]

/** `basename` is the language prefix, which every link keeps. */
export const makeRouter = (prefix: string) => createBrowserRouter(routes, { basename: prefix || '/' })
