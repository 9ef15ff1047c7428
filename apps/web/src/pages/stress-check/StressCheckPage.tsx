import { useTranslation } from 'react-i18next'
import { StressChecks } from '../../domains/stress-check/StressChecks.tsx'
import { RecordPage } from '../patient/RecordPage.tsx'
import classes from './StressCheckPage.module.css'

export function StressCheckPage() {
  const { t } = useTranslation('stress_check')
  return (
    <RecordPage title={t('page.title')} className={classes.content}>
      {({ user_id, isOwn }) => <StressChecks key={user_id} user_id={user_id} isOwn={isOwn} />}
    </RecordPage>
  )
}
