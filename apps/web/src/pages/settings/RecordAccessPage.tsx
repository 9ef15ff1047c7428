import { useTranslation } from 'react-i18next'
import { RecordAccesses } from '../../domains/patient/RecordAccesses.tsx'
import { PatientSettings } from './PatientSettings.tsx'

/** For patients: who accessed their record. */
export function RecordAccessPage() {
  const { t } = useTranslation('record_access')
  return <PatientSettings title={t('title')}>{(user_id) => <RecordAccesses user_id={user_id} />}</PatientSettings>
}
