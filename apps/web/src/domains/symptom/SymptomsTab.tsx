import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { combineQueries } from '../../api/combine-queries.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Empty, ErrorState } from '../../ui/layout/Empty.tsx'
import { useSkeleton } from '../../ui/loading/Skeleton.tsx'
import { AnswerGrid } from '../lifestyle/AnswerGrid.tsx'
import { AnswerWaiting } from '../lifestyle/AnswerWaiting.tsx'
import { answerTable } from '../lifestyle/answer-table.ts'
import { useListSymptomCategoriesQuery, useListSymptomsQuery } from './api.ts'

/** Per symptom: twenty years of two questionnaires a year. */
const maxPerGroup = 40

/** Symptom answers of a patient by body area and date. */
export function SymptomsTab({ user_id }: { user_id: number }) {
  const { t } = useTranslation('symptom')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const categories = useListSymptomCategoriesQuery({})
  const answers = useListSymptomsQuery({ user_id, count: maxPerGroup })
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
  const { failed, retry } = combineQueries(categories, answers)
  const skeleton = useSkeleton(!table && !failed)
  if (failed && !skeleton) return <ErrorState title={t('error')} onRetry={retry} />
  if (!table || skeleton) return <AnswerWaiting skeleton={skeleton} />
  if (!table.moments.length) return <Empty title={t('empty')} text={t('emptyText')} />
  return <AnswerGrid table={table} caption={t('caption')} answerKind="symptom" reader={me?.role === 'patient' ? 'patient' : 'staff'} />
}
