import { useTranslation } from 'react-i18next'
import { RecordAccesses } from '../../domains/patient/RecordAccesses.tsx'
import { SharedAccesses } from '../../domains/share/SharedAccesses.tsx'
import { PatientSettings } from './PatientSettings.tsx'

/** For patients: who accessed their record, and when it was opened through a share. */
export function RecordAccessPage() {
  const { t } = useTranslation('record_access')
  return (
    <PatientSettings title={t('title')}>
      {(user_id) => (
        <>
          <SharedAccesses />
          <RecordAccesses user_id={user_id} />
        </>
      )}
    </PatientSettings>
  )
}
