import type { Patient } from '@sukoyaka/wire/people/patient'
import { Suspense } from 'react'
import { usePermission } from '../../api/use-permission.ts'
import { DrugAllergy } from '../../domains/illness/dialogs/DrugAllergy.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'

const RecordPresence = lazyNamed(() => import('../../domains/patient/presence/RecordPresence.tsx'), 'RecordPresence')

/** What staff must see beside the name: drug allergies, and who else has the record open. */
export function PatientAlerts({ patient }: { patient: Patient | undefined }) {
  const isStaff = usePermission('coordination.read')
  return (
    <>
      <DrugAllergy reactions={patient?.allergy_reactions} />
      {patient && isStaff ? (
        <Suspense>
          <RecordPresence key={patient.id} user_id={patient.id} />
        </Suspense>
      ) : null}
    </>
  )
}
