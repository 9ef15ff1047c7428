import { Suspense } from 'react'
import { DrugAllergy } from '../../domains/illness/dialogs/DrugAllergy.tsx'
import { useListPatientsQuery } from '../../domains/patient/api.ts'

/** Drug allergies of a patient, on pages that are not the patient’s. The phrases load without suspending the page. */
export function PatientAllergy({ user_id }: { user_id: number }) {
  const { currentData } = useListPatientsQuery({ q: { id_eq: user_id }, include: ['allergy_reactions'] })
  const reactions = currentData?.items[0]?.allergy_reactions
  return <Suspense>{reactions ? <DrugAllergy reactions={reactions} /> : null}</Suspense>
}
