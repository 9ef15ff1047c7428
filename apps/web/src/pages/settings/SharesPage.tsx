import { useTranslation } from 'react-i18next'
import { Shares } from '../../domains/share/Shares.tsx'
import { PatientSettings } from './PatientSettings.tsx'

/** For patients: shares, by which they show their record to a doctor. */
export function SharesPage() {
  const { t } = useTranslation('share')
  return (
    <PatientSettings title={t('title')} isWide>
      {() => <Shares />}
    </PatientSettings>
  )
}
