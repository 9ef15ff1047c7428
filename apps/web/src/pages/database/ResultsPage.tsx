import { addressedName } from '@sukoyaka/rules/person'
import type { Assessment } from '@sukoyaka/wire/care/assessment'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useListAssessmentsQuery } from '../../domains/assessment/api.ts'
import type { Related } from '../../domains/checkup/drawer/marks.ts'
import { ResultsTab } from '../../domains/checkup/grid/ResultsTab.tsx'
import { useListPatientsQuery } from '../../domains/patient/api.ts'
import { showDay } from '../../ui/date/day.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { separatorOf } from '../../ui/text/text-lang.ts'
import { useMarks } from './use-marks.ts'

const RelatedDisease = lazyNamed(() => import('./RelatedDisease.tsx'), 'RelatedDisease')

const patientLists = ['contracts', 'care_people', 'allergy_reactions'] as const

/** Results with related data of other domains: assessments, and medicines, goals and interviews on the time axis. */
export function ResultsPage({ user_id }: { user_id: number }) {
  const { t } = useTranslation('assessment')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const isOwn = me?.role === 'patient'
  const { currentData } = useListPatientsQuery({ q: { id_eq: user_id }, include: [...patientLists] }, { skip: isOwn })
  // assessments are staff texts; patients do not see them here
  const { currentData: assessmentPage } = useListAssessmentsQuery({ user_id, include: ['disease'] }, { skip: isOwn })
  const marks = useMarks(user_id)
  const [opened, setOpened] = useState<Assessment>()
  const assessments = assessmentPage?.items
  const byCategory = useMemo(() => {
    const grouped = new Map<number, Assessment[]>()
    for (const assessment of assessments ?? [])
      for (const { type, id } of assessment.reasons) if (type === 'numeric_test_result_category') grouped.set(id, [...(grouped.get(id) ?? []), assessment])
    return grouped
  }, [assessments])
  const relatedOf = useCallback(
    (category_id: number): Related[] =>
      (byCategory.get(category_id) ?? []).map((assessment) => ({
        id: assessment.id,
        name: assessment.disease?.display_name ?? '',
        note: `${t(`kind.${assessment.kind}`)}${separatorOf(language)}${showDay(assessment.conducted_on)}–${showDay(assessment.solved_on)}`,
        tone: assessment.solved_on ? 'unknown' : assessment.kind === 'problem' ? 'danger' : 'warning',
        onOpen: () => setOpened(assessment),
      })),
    [byCategory, t, language],
  )
  const patient = currentData?.items[0]
  const person = isOwn ? me : patient
  return (
    <>
      <ResultsTab
        user_id={user_id}
        relatedOf={relatedOf}
        marks={marks}
        patient_name={person && addressedName(person, language, isOwn ? 'own_page' : 'staff')}
      />
      <Suspense fallback={null}>
        {opened ? (
          <RelatedDisease user_id={user_id} patient={patient} assessment={opened} assessments={assessments ?? []} onClose={() => setOpened(undefined)} />
        ) : null}
      </Suspense>
    </>
  )
}
