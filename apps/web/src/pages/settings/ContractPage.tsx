import { useTranslation } from 'react-i18next'
import { Membership } from '../../domains/membership/Membership.tsx'
import { PatientSettings } from './PatientSettings.tsx'

/** For patients: their contract. */
export function ContractPage() {
  const { t } = useTranslation('membership')
  return <PatientSettings title={t('title')}>{(user_id) => <Membership user_id={user_id} />}</PatientSettings>
}
