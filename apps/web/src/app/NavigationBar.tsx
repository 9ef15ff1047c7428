import { isCareRole, type Role, scopeOf } from '@sukoyaka/wire/access'
import {
  IconBell,
  IconBuildingHospital,
  IconCalendarEvent,
  IconChartLine,
  IconChecklist,
  IconFileImport,
  IconHistory,
  IconHome,
  IconMessage,
  IconMessages,
  IconShoppingBag,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { Me } from '../api/session.ts'
import { LanguageSelect } from '../i18n/LanguageSelect.tsx'
import { lazyNamed } from '../ui/loading/lazy-named.ts'
import { LogoMark } from '../ui/text/Wordmark.tsx'
import { AccountMenu } from './menu/AccountMenu.tsx'
import classes from './Shell.module.css'

const NavBadge = lazyNamed(() => import('./after-shell.ts'), 'NavBadge')

const NotificationBadge = lazyNamed(() => import('./after-shell.ts'), 'NotificationBadge')
const BrowserReporter = lazyNamed(() => import('./after-shell.ts'), 'ReportBrowser')

const patientPaths = /^\/(\d+\/|patients)/
const messagePaths = /^\/messages/
const todayPaths = /^\/(today|_app|$)/

/** Navigation items by role. */
const itemsOf = (role: Role, id: number) => {
  if (role === 'patient')
    return [
      { to: `/${id}/summary`, label: 'nav.home', Icon: IconHome, on: /^\/(\d+\/summary|_app|$)/ },
      { to: `/${id}/database`, label: 'nav.data', Icon: IconChartLine, on: /^\/\d+\/database/ },
      { to: `/${id}/timeline`, label: 'nav.records', Icon: IconHistory, on: /^\/\d+\/timeline/ },
      { to: `/messages/${id}`, label: 'nav.chat', Icon: IconMessage, on: messagePaths },
      { to: '/shop', label: 'nav.shop', Icon: IconShoppingBag, on: /^\/shop/ },
    ] as const
  const imports = scopeOf(role, 'imports.prepare')
    ? ([{ to: '/imports', label: 'nav.imports', Icon: IconFileImport, on: /^\/(imports|releases)/ }] as const)
    : []
  const interviews = { to: '/interviews', label: 'nav.interviews', Icon: IconCalendarEvent, on: /^\/interviews/ } as const
  const messages = { to: '/messages', label: 'nav.messages', Icon: IconMessages, on: messagePaths } as const
  const facilities = { to: '/facilities', label: 'nav.facilities', Icon: IconBuildingHospital, on: /^\/facilities/ } as const
  if (role === 'admin')
    return [{ to: '/admin', label: 'nav.admin', Icon: IconUserCog, on: /^\/(admin|\d+\/)/ }, messages, interviews, facilities, ...imports] as const
  if (!isCareRole(role)) return []
  return [
    { to: '/today', label: 'nav.today', Icon: IconChecklist, on: todayPaths },
    { to: '/patients', label: 'nav.patients', Icon: IconUsers, on: patientPaths },
    messages,
    interviews,
    facilities,
    ...imports,
  ] as const
}

/** Number of items in the bar on phones; the others are in the account menu. Patients have one more, because their labels are short. */
const phoneCountOf = (role: Role) => (role === 'patient' ? 5 : 4)

export function NavigationBar({ me }: { me: Me }) {
  const { t } = useTranslation(['shell', 'common'])
  const { pathname } = useLocation()
  const items = itemsOf(me.role, me.id)
  const phoneCount = phoneCountOf(me.role)
  return (
    <nav className={classes.rail} aria-label={t('shell:nav.label')}>
      <Link to="/" className={classes.logo} aria-label={t('common:app.name')}>
        <LogoMark size={34} on="rail" />
      </Link>
      {items.map(({ to, label, Icon, on }, index) => (
        <Link key={to} to={to} className={clsx(classes.item, index >= phoneCount && classes.rest)} aria-current={on.test(pathname) ? 'page' : undefined}>
          <span className={classes.icon}>
            <Icon stroke={1.6} aria-hidden />
            {on === messagePaths ? (
              <span className={classes.unread}>
                <Suspense>
                  <NavBadge />
                </Suspense>
              </span>
            ) : null}
          </span>
          <span>{t(`shell:${label}`)}</span>
        </Link>
      ))}
      <span className={classes.grow} />
      <Link to="/notifications" className={clsx(classes.item, classes.bell)} aria-current={pathname === '/notifications' ? 'page' : undefined}>
        <span className={classes.icon}>
          <IconBell stroke={1.6} aria-hidden />
          <span className={classes.unread}>
            <Suspense>
              <NotificationBadge />
              <BrowserReporter />
            </Suspense>
          </span>
        </span>
        <span>{t('shell:nav.notifications')}</span>
      </Link>
      <div className={classes.language}>
        <LanguageSelect on="rail" />
      </div>
      <AccountMenu me={me} rest={items.slice(phoneCount)} />
    </nav>
  )
}
