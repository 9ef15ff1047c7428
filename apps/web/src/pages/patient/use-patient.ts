import { fullName } from '@sukoyaka/rules/person'
import type { Patient } from '@sukoyaka/wire/people/patient'
import { useListPatientsQuery } from '../../domains/patient/api.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { useSkeleton } from '../../ui/layout/Skeleton.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'

/** Whom a page is about, with what its header shows. A page about nobody within reach is not there. */
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

/** The name stands first: of several windows it tells them apart. */
export function usePatientTitle(patient: Patient | undefined, page: string) {
  const language = useLanguage()
  usePageTitle(patient ? `${fullName(patient, language)}｜${page}` : page)
}
