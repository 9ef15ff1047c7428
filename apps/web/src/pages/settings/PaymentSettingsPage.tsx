import { useTranslation } from 'react-i18next'
import { SavedCardPanel } from '../../domains/payment/SavedCardPanel.tsx'
import { PatientSettings } from './PatientSettings.tsx'

/** For patients: their saved card. */
export function PaymentSettingsPage() {
  const { t } = useTranslation('order')
  return <PatientSettings title={t('card.title')}>{() => <SavedCardPanel />}</PatientSettings>
}
