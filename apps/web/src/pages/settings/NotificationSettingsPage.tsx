import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { FeedsButton } from '../../domains/calendar/FeedsButton.tsx'
import { NotificationSettings } from '../../domains/notification/NotificationSettings.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './Settings.module.css'

export function NotificationSettingsPage() {
  const { t } = useTranslation(['notification', 'calendar'])
  const isPatient = useAppSelector(selectMe)?.role === 'patient'
  usePageTitle(t('notification:settings'))
  return (
    <div className={classes.page}>
      <h1 className={classes.head}>{t('notification:settings')}</h1>
      <NotificationSettings />
      {isPatient ? (
        <div className={classes.calendar}>
          <Card title={t('calendar:mine.settings')}>
            <p>{t('calendar:mine.settingsText')}</p>
            <FeedsButton />
          </Card>
        </div>
      ) : null}
    </div>
  )
}
