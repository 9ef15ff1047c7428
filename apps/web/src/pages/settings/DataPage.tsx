import { useTranslation } from 'react-i18next'
import { DataExports } from '../../domains/data-export/DataExports.tsx'
import { PatientSettings } from './PatientSettings.tsx'

/** For patients: a copy of their own data. */
export function DataPage() {
  const { t } = useTranslation('data_export')
  return <PatientSettings title={t('title')}>{() => <DataExports />}</PatientSettings>
}
