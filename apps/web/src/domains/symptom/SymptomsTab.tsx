import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { combineQueries } from '../../api/combine-queries.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { AnswerGrid } from '../lifestyle/AnswerGrid.tsx'
import { AnswersSkeleton } from '../lifestyle/AnswersSkeleton.tsx'
import { answerTable } from '../lifestyle/answer-table.ts'
import { useListSymptomCategoriesQuery, useListSymptomsQuery } from './api.ts'

/** Enough for twenty years with two questionnaires a year. */
const maxAnswersPerSymptom = 40

/** Symptom answers of a patient by body area and date. */
export function SymptomsTab({ user_id }: { user_id: number }) {
  const { t } = useTranslation('symptom')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const categories = useListSymptomCategoriesQuery({})
  const answers = useListSymptomsQuery({ user_id, count: maxAnswersPerSymptom })
  const table = useMemo(
    () =>
      categories.currentData && answers.currentData
        ? answerTable(
            categories.currentData.items,
            answers.currentData.items,
            ({ body_area }) => ({ name: body_area, label: t(`area.${body_area}`) }),
            language,
            'symptom',
          )
        : undefined,
    [categories.currentData, answers.currentData, language, t],
  )
  return (
    <QueryView
      query={{ currentData: table, ...combineQueries(categories, answers) }}
      error={t('error')}
      isEmpty={({ moments }) => moments.length === 0}
      empty={<Empty title={t('empty')} text={t('emptyText')} />}
      skeleton={<AnswersSkeleton />}
    >
      {(table) => <AnswerGrid table={table} caption={t('caption')} answerKind="symptom" audience={me?.role === 'patient' ? 'patient' : 'staff'} />}
    </QueryView>
  )
}
