import { useTranslation } from 'react-i18next'
import { combineQueries } from '../../api/combine-queries.ts'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { answersIn } from './answers.ts'
import { useGetQuestionnaireQuery, useListAskedLifestylesQuery, useListAskedSymptomsQuery } from './api.ts'
import { Review } from './Review.tsx'
import { stepsOf } from './steps.ts'

/** Read-only answers of a questionnaire, shown inline. */
export function QuestionnaireAnswers({ id, sex }: { id: number; sex: 'male' | 'female' | null }) {
  const { t } = useTranslation('questionnaire')
  const queries = [useGetQuestionnaireQuery({ id }), useListAskedSymptomsQuery({}), useListAskedLifestylesQuery({})] as const
  const [{ currentData: questionnaire }, { data: symptoms }, { data: lifestyles }] = queries
  const { failed, retry } = combineQueries(...queries)
  if (failed) return <ErrorState title={t('error')} onRetry={retry} />
  if (!questionnaire || !symptoms || !lifestyles) return <SkeletonLines count={5} />
  return (
    <Review isInside steps={stepsOf({ symptoms: symptoms.items, lifestyles: lifestyles.items }, questionnaire.parts, sex)} answers={answersIn(questionnaire)} />
  )
}
