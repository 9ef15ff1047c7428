import { type Language, languages } from '@sukoyaka/phrases/language'
import { scopeOf } from '@sukoyaka/wire/access'
import {
  type Icon,
  IconBell,
  IconCreditCard,
  IconDots,
  IconEye,
  IconFileCheck,
  IconKeyboard,
  IconLock,
  IconMessageBolt,
  IconSettings,
  IconUserCircle,
} from '@tabler/icons-react'
import { Suspense, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me } from '../api/session.ts'
import { SignOutButton } from '../domains/account/SignOutButton.tsx'
import { languageNames } from '../i18n/language.ts'
import { languageSwitch } from '../i18n/language-switch.ts'
import { Button, ButtonLink } from '../ui/button/Button.tsx'
import { Segmented } from '../ui/choice/Segmented.tsx'
import { lazyNamed } from '../ui/loading/lazy-named.ts'
import { schemes, setScheme, useScheme } from '../ui/page/color-scheme.ts'
import { Avatar } from '../ui/status/Avatar.tsx'
import classes from './AccountMenu.module.css'
import { openKeyList } from './KeyList.tsx'
import shell from './Shell.module.css'

const NotificationBadge = lazyNamed(() => import('../domains/notification/NotificationBadge.tsx'), 'NotificationBadge')

/** Account menu: profile, appearance and sign-out; on phones also the rest of the navigation. A native popover, which the browser closes on Escape or an outside click. */
type Rest = {
  to: string
  label: `nav.${'home' | 'data' | 'records' | 'chat' | 'today' | 'patients' | 'admin' | 'interviews' | 'imports' | 'facilities' | 'messages' | 'shop'}`
  Icon: Icon
}

/** `rest`: pages for which the bar has no space on phones. */
export function AccountMenu({ me, rest }: { me: Me; rest: readonly Rest[] }) {
  const { t, i18n } = useTranslation('shell')
  const scheme = useScheme()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  return (
    <>
      <button type="button" className={shell.me} popoverTarget={id}>
        <span className={shell.avatar}>
          <Avatar person={me} size={32} />
        </span>
        <span className={shell.icon}>
          <IconDots stroke={1.6} aria-hidden />
          <span className={shell.meUnread}>
            <Suspense>
              <NotificationBadge />
            </Suspense>
          </span>
        </span>
        <span className={shell.more}>{t('nav.more')}</span>
        <span className="visually-hidden">{t('menu.account')}</span>
      </button>
      <div ref={panel} id={id} popover="auto" className={classes.panel} role="dialog" aria-label={t('menu.account')}>
        <div className={classes.who}>
          <Avatar person={me} size={40} />
          <div>
            <p className={classes.name}>{`${me.last_name} ${me.first_name}`}</p>
            <p className={classes.small}>{t(`role.${me.role}`)}</p>
            <p className={classes.small}>{me.email}</p>
          </div>
        </div>
        <div className={classes.group}>
          <span className={classes.small} aria-hidden="true">
            {t('menu.language')}
          </span>
          <Segmented
            label={t('menu.language')}
            value={i18n.language as Language}
            onChange={(language) => languageSwitch.current(language)}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        </div>
        <div className={classes.group}>
          <span className={classes.small} aria-hidden="true">
            {t('menu.scheme')}
          </span>
          <Segmented label={t('menu.scheme')} value={scheme} onChange={setScheme} options={schemes.map((value) => ({ value, label: t(`scheme.${value}`) }))} />
        </div>
        <div className={classes.actions}>
          <MenuLinks me={me} rest={rest} onLeave={() => panel.current?.hidePopover()} />
          <SignOutButton kind="neutral" />
        </div>
      </div>
    </>
  )
}

type LinksProps = { me: Me; rest: readonly Rest[]; onLeave: () => void }

function MenuLinks({ me, rest, onLeave }: LinksProps) {
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

function PatientLinks({ onLeave }: Pick<LinksProps, 'onLeave'>) {
  const { t } = useTranslation('shell')
  return (
    <>
      <ButtonLink to="/settings/contract" kind="neutral" icon={<IconFileCheck aria-hidden />} onClick={onLeave}>
        {t('menu.contract')}
      </ButtonLink>
      <ButtonLink to="/settings/access" kind="neutral" icon={<IconEye aria-hidden />} onClick={onLeave}>
        {t('menu.access')}
      </ButtonLink>
      <ButtonLink to="/settings/payment" kind="neutral" icon={<IconCreditCard aria-hidden />} onClick={onLeave}>
        {t('menu.payment')}
      </ButtonLink>
    </>
  )
}
