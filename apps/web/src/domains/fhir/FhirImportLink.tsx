import { IconFileImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'

/** Link to the import of FHIR bundles of a patient, for staff. It offers the import only to roles that can import. */
export function FhirImportLink({ user_id }: { user_id: number }) {
  const { t } = useTranslation('fhir_import')
  const mayImport = usePermission('diagnoses.write')
  return (
    <ButtonLink to={`/${user_id}/fhir_import`} kind="ghost" size="small" icon={<IconFileImport aria-hidden />}>
      {t(mayImport ? 'open' : 'title')}
    </ButtonLink>
  )
}
