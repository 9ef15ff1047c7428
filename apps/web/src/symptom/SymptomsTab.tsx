import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../kit/session.ts'
import { useAppSelector } from '../kit/store.ts'
import { together } from '../kit/together.ts'
import { AnswerGrid } from '../ui/AnswerGrid.tsx'
import { AnswerWaiting } from '../ui/AnswerWaiting.tsx'
import { answerTable } from '../ui/answer-table.ts'
import { Empty, ErrorState } from '../ui/Empty.tsx'
import { useSkeleton } from '../ui/Skeleton.tsx'
import { useLanguage } from '../ui/tokyo.ts'
import { useListSymptomCategoriesQuery, useListSymptomsQuery } from './api.ts'

/** Of each symptom; at two questionnaires a year twenty years. */
const mostOfEach = 40

/** What a patient said about symptoms, by body area and day. */
export function SymptomsTab({ user_id }: { user_id: number }) {
  const { t } = useTranslation('symptom')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const categories = useListSymptomCategoriesQuery({})
  const answers = useListSymptomsQuery({ user_id, count: mostOfEach })
  const table = useMemo(
    () =>
      categories.currentData && answers.currentData
        ? answerTable(
            categories.currentData.items,
            answers.currentData.items,
            ({ body_area }) => ({ name: body_area, label: t(`area.${body_area}`) }),
            language,
          )
        : undefined,
    [categories.currentData, answers.currentData, language, t],
  )
  const { failed, retry } = together(categories, answers)
  const skeleton = useSkeleton(!table && !failed)
  if (failed && !skeleton) return <ErrorState title={t('error')} onRetry={retry} />
  if (!table || skeleton) return <AnswerWaiting skeleton={skeleton} />
  if (!table.moments.length) return <Empty title={t('empty')} text={t('emptyText')} />
  return <AnswerGrid table={table} caption={t('caption')} of="symptom" reader={me?.role === 'patient' ? 'patient' : 'staff'} />
}
