import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { usePermission } from '../../api/use-permission.ts'
import { NewImport } from '../../domains/fhir/NewImport.tsx'
import { PastImports } from '../../domains/fhir/PastImports.tsx'
import { PatientLine } from '../../ui/overlay/open-patient.tsx'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { PatientFrame } from '../patient/PatientFrame.tsx'
import { usePatient, usePatientTitle } from '../patient/use-patient.ts'
import classes from './FhirImportPage.module.css'

/** Imports FHIR bundles into the record of a patient; 404 for patients and for an invalid id. Only roles with `diagnoses.write` can import and undo. */
export function FhirImportPage() {
  const { userId = '' } = useParams()
  if (!usePermission('coordination.read') || !idPattern.test(userId)) throw new PageError(404)
  return <Import key={userId} user_id={Number(userId)} />
}

function Import({ user_id }: { user_id: number }) {
  const { t } = useTranslation('fhir_import')
  const patientState = usePatient(user_id)
  const mayImport = usePermission('diagnoses.write')
  usePatientTitle(patientState.patient, t('title'))
  return (
    <div className={classes.page}>
      <PatientFrame user_id={user_id} {...patientState}>
        <div className={classes.content}>
          <header>
            <h2>{t('title')}</h2>
            <PatientLine className={classes.patient} />
            <p className={classes.lead}>{mayImport ? t('lead') : t('forbidden')}</p>
          </header>
          {mayImport ? <NewImport user_id={user_id} /> : null}
          <PastImports user_id={user_id} mayUndo={mayImport} />
        </div>
      </PatientFrame>
    </div>
  )
}
