import { skipToken } from '@reduxjs/toolkit/query/react'
import { lifestyleDivisions } from '@sukoyaka/wire/record/lifestyle'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { combineQueries } from '../../api/combine-queries.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { AnswerGrid } from './AnswerGrid.tsx'
import { AnswersSkeleton } from './AnswersSkeleton.tsx'
import { answerTable } from './answer-table.ts'
import { useListLifestyleCategoriesQuery, useListLifestylesQuery } from './api.ts'

/** Covers all answers of a patient who answers twice a year for decades. */
const maxAnswers = 5000

/** Lifestyle answers of a patient by category and date. Excludes values that devices measure daily. */
export function LifestyleTab({ user_id }: { user_id: number }) {
  const { t } = useTranslation('lifestyle')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const categories = useListLifestyleCategoriesQuery({})
  const answerable = useMemo(
    () =>
      categories.currentData?.items
        .filter(({ line_chart }) => !line_chart)
        .sort((a, b) => lifestyleDivisions.indexOf(a.major_division) - lifestyleDivisions.indexOf(b.major_division) || a.sort_number - b.sort_number),
    [categories.currentData],
  )
  const answers = useListLifestylesQuery(answerable ? { user_id, limit: maxAnswers, category_ids: answerable.map(({ id }) => id) } : skipToken)
  const table = useMemo(
    () =>
      answerable && answers.currentData
        ? answerTable(
            answerable,
            answers.currentData.items,
            ({ major_division }) => ({ name: major_division, label: t(`division.${major_division}`) }),
            language,
            'question',
          )
        : undefined,
    [answerable, answers.currentData, language, t],
  )
  return (
    <QueryView
      query={{ currentData: table, ...combineQueries(categories, answers) }}
      error={t('error')}
      isEmpty={({ moments }) => moments.length === 0}
      empty={<Empty title={t('empty')} text={t('emptyText')} />}
      skeleton={<AnswersSkeleton />}
    >
      {(table) => <AnswerGrid table={table} caption={t('caption')} answerKind="lifestyle" audience={me?.role === 'patient' ? 'patient' : 'staff'} />}
    </QueryView>
  )
}
