import { scopeOf } from '@sukoyaka/wire/access'
import {
  type Icon,
  IconBell,
  IconCreditCard,
  IconEye,
  IconFileCheck,
  IconFileZip,
  IconKeyboard,
  IconLock,
  IconMailPlus,
  IconMessageBolt,
  IconSettings,
  IconStethoscope,
  IconUserCircle,
} from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me } from '../../api/session.ts'
import { NotificationBadge } from '../../domains/notification/NotificationBadge.tsx'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { openKeyList } from '../KeyList.tsx'
import classes from './AccountMenu.module.css'

type Rest = {
  to: string
  label: `nav.${'home' | 'data' | 'records' | 'chat' | 'today' | 'patients' | 'admin' | 'interviews' | 'imports' | 'facilities' | 'messages' | 'shop'}`
  Icon: Icon
}

export type MenuLinksProps = { me: Me; rest: readonly Rest[]; onLeave: () => void }

/** Links of the account menu. `rest`: pages that do not fit into the navigation bar on phones. */
export function MenuLinks({ me, rest, onLeave }: MenuLinksProps) {
  const { t } = useTranslation('shell')
  return (
    <>
      {rest.map(({ to, label, Icon }) => (
        <ButtonLink key={to} to={to} className={classes.bell} kind="neutral" icon={<Icon aria-hidden />} onClick={onLeave}>
          {t(label)}
        </ButtonLink>
      ))}
      <ButtonLink to="/notifications" className={classes.bell} kind="neutral" icon={<IconBell aria-hidden />} onClick={onLeave}>
        {t('nav.notifications')}
        <Suspense>
          <NotificationBadge />
        </Suspense>
      </ButtonLink>
      <ButtonLink to="/settings/profile" kind="neutral" icon={<IconUserCircle aria-hidden />} onClick={onLeave}>
        {t('menu.profile')}
      </ButtonLink>
      <ButtonLink to="/settings/account" kind="neutral" icon={<IconLock aria-hidden />} onClick={onLeave}>
        {t('menu.security')}
      </ButtonLink>
      {me.role === 'patient' ? <PatientLinks onLeave={onLeave} /> : null}
      <ButtonLink to="/settings/notifications" kind="neutral" icon={<IconSettings aria-hidden />} onClick={onLeave}>
        {t('menu.notifications')}
      </ButtonLink>
      {scopeOf(me.role, 'care_team.write') ? (
        <ButtonLink to="/invitations" kind="neutral" icon={<IconMailPlus aria-hidden />} onClick={onLeave}>
          {t('menu.invitations')}
        </ButtonLink>
      ) : null}
      {scopeOf(me.role, 'coordination.write') ? (
        <ButtonLink to="/settings/replies" kind="neutral" icon={<IconMessageBolt aria-hidden />} onClick={onLeave}>
          {t('menu.replies')}
        </ButtonLink>
      ) : null}
      <Button
        className={classes.keys}
        kind="neutral"
        icon={<IconKeyboard aria-hidden />}
        onClick={() => {
          onLeave()
          openKeyList()
        }}
      >
        {t('menu.keys')}
      </Button>
    </>
  )
}

const patientPages = [
  ['contract', IconFileCheck],
  ['access', IconEye],
  ['shares', IconStethoscope],
  ['payment', IconCreditCard],
  ['data', IconFileZip],
] as const

function PatientLinks({ onLeave }: Pick<MenuLinksProps, 'onLeave'>) {
  const { t } = useTranslation('shell')
  return patientPages.map(([page, Icon]) => (
    <ButtonLink key={page} to={`/settings/${page}`} kind="neutral" icon={<Icon aria-hidden />} onClick={onLeave}>
      {t(`menu.${page}`)}
    </ButtonLink>
  ))
}
