import { IconBell } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { Wordmark } from '../../ui/text/Wordmark.tsx'
import classes from './PhoneHeader.module.css'

const NotificationBadge = lazyNamed(() => import('../../domains/notification/NotificationBadge.tsx'), 'NotificationBadge')

/** Name of the product and notifications, on phones: their navigation bar has no space for the bell. */
export function PhoneHeader() {
  const { t } = useTranslation('shell')
  return (
    <div className={classes.header} data-phone-bell>
      <Wordmark />
      <Link to="/notifications" className={classes.bell}>
        <IconBell stroke={1.6} aria-hidden />
        <span className="visually-hidden">{t('nav.notifications')}</span>
        <span className={classes.count}>
          <Suspense>
            <NotificationBadge />
          </Suspense>
        </span>
      </Link>
    </div>
  )
}
