import { useTranslation } from 'react-i18next'
import { Shares } from '../../domains/share/Shares.tsx'
import { PatientSettings } from './PatientSettings.tsx'

/** For patients: showing the record to a doctor. */
export function SharesPage() {
  const { t } = useTranslation('share')
  return (
    <PatientSettings title={t('title')} isWide>
      {() => <Shares />}
    </PatientSettings>
  )
}
