import { type Language, languages } from '@sukoyaka/phrases/language'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { SignOutButton } from '../../domains/account/sign-out/SignOutButton.tsx'
import { languageNames } from '../../i18n/language.ts'
import { languageSwitch } from '../../i18n/language-switch.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { schemes, setScheme, useScheme } from '../../ui/page/color-scheme.ts'
import { Avatar } from '../../ui/status/Avatar.tsx'
import shell from '../Shell.module.css'
import classes from './AccountMenu.module.css'
import type { MenuLinksProps } from './MenuLinks.tsx'

const MenuLinks = lazyNamed(() => import('../after-shell.ts'), 'MenuLinks')
const NotificationBadge = lazyNamed(() => import('../after-shell.ts'), 'NotificationBadge')

/**
 * Account menu; on phones also the notifications and the rest of the navigation. A native popover, which the browser closes on Escape or an outside
 * click.
 */
export function AccountMenu({ me, rest }: Pick<MenuLinksProps, 'me' | 'rest'>) {
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
          <Suspense>
            <MenuLinks me={me} rest={rest} onLeave={() => panel.current?.hidePopover()} />
          </Suspense>
          <SignOutButton kind="neutral" onLeave={() => panel.current?.hidePopover()} />
        </div>
      </div>
    </>
  )
}
