import { fullName } from '@sukoyaka/rules/person'
import type { Patient } from '@sukoyaka/wire/people/patient'
import { useListPatientsQuery } from '../../domains/patient/api.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { useQueryState } from '../../ui/loading/QueryView.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'

/** Arguments of the query for the patient header. */
export const headerArgs = (user_id: number) => ({
  q: { id_eq: user_id },
  include: ['contracts' as const, 'care_people' as const, 'allergy_reactions' as const],
})

/** Patient of a page with header data, and the state to show. Throws 404 for a patient outside the patient scope. */
export function usePatient(user_id: number) {
  const patients = useListPatientsQuery(headerArgs(user_id))
  const patient = patients.currentData?.items[0]
  const query = { ...patients, currentData: patient }
  const state = useQueryState(query)
  if (patients.currentData && !patient) throw new PageError(404)
  return { patient, query, state }
}

/** Page title with the name first, which distinguishes several windows. */
export function usePatientTitle(patient: Patient | undefined, page: string) {
  const language = useLanguage()
  usePageTitle(patient ? `${fullName(patient, language)}｜${page}` : page)
}
