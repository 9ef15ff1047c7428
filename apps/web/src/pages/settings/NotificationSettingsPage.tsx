import { useTranslation } from 'react-i18next'
import { NotificationSettings } from '../../domains/notification/NotificationSettings.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './Settings.module.css'

export function NotificationSettingsPage() {
  const { t } = useTranslation('notification')
  usePageTitle(t('settings'))
  return (
    <div className={classes.page}>
      <h1 className={classes.head}>{t('settings')}</h1>
      <NotificationSettings />
    </div>
  )
}
