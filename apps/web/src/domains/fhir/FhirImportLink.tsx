import { IconFileImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button/Button.tsx'

/** Link to the import of FHIR bundles of a patient, for staff. */
export function FhirImportLink({ user_id }: { user_id: number }) {
  const { t } = useTranslation('fhir_import')
  return (
    <ButtonLink to={`/${user_id}/fhir_import`} kind="ghost" size="small" icon={<IconFileImport aria-hidden />}>
      {t('open')}
    </ButtonLink>
  )
}
