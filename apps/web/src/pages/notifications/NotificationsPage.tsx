import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NotificationList } from '../../domains/notification/NotificationList.tsx'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './Notifications.module.css'

export function NotificationsPage() {
  const { t } = useTranslation('notification')
  usePageTitle(t('title'))
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('title')}</h1>
        <ButtonLink to="/settings/notifications" kind="neutral" size="small" icon={<IconSettings aria-hidden />}>
          {t('settings')}
        </ButtonLink>
      </header>
      <NotificationList />
    </div>
  )
}
