import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../kit/title.ts'
import { NotificationSettings } from '../../notification/NotificationSettings.tsx'
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
