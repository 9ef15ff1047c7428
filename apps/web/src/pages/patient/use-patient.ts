import { fullName } from '@sukoyaka/rules/person'
import type { Patient } from '@sukoyaka/wire/people/patient'
import { useListPatientsQuery } from '../../domains/patient/api.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { useSkeleton } from '../../ui/loading/Skeleton.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'

/** Patient of a page with header data. Shows 404 outside the patient scope. */
export function usePatient(user_id: number) {
  const { currentData, isError, isFetching, refetch } = useListPatientsQuery({
    q: { id_eq: user_id },
    include: ['contracts', 'care_people', 'allergy_reactions'],
  })
  const patient = currentData?.items[0]
  const failed = isError && !currentData && !isFetching
  const skeleton = useSkeleton(!currentData && !failed)
  if (currentData && !patient) throw new PageError(404)
  return { patient, failed: failed && !skeleton, skeleton, retry: () => void refetch() }
}

/** Page title with the name first, which distinguishes several windows. */
export function usePatientTitle(patient: Patient | undefined, page: string) {
  const language = useLanguage()
  usePageTitle(patient ? `${fullName(patient, language)}｜${page}` : page)
}
