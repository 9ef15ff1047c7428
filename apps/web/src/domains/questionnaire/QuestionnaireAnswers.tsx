import { stepsOf } from '@sukoyaka/rules/care/questionnaire-steps'
import { useTranslation } from 'react-i18next'
import { combineQueries } from '../../api/combine-queries.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { answersIn } from './answers.ts'
import { useGetQuestionnaireQuery, useListAskedLifestylesQuery, useListAskedSymptomsQuery } from './api.ts'
import { PrintButtons } from './PrintButtons.tsx'
import { Review } from './Review.tsx'

/** Read-only answers of a questionnaire, shown inline. */
export function QuestionnaireAnswers({ id, sex }: { id: number; sex: 'male' | 'female' | null }) {
  const { t } = useTranslation('questionnaire')
  const questionnaire = useGetQuestionnaireQuery({ id })
  const symptoms = useListAskedSymptomsQuery({})
  const lifestyles = useListAskedLifestylesQuery({})
  const currentData =
    questionnaire.currentData && symptoms.currentData && lifestyles.currentData
      ? { questionnaire: questionnaire.currentData, asked: { symptoms: symptoms.currentData.items, lifestyles: lifestyles.currentData.items } }
      : undefined
  return (
    <QueryView query={{ currentData, ...combineQueries(questionnaire, symptoms, lifestyles) }} error={t('error')} skeleton={<SkeletonLines count={5} />}>
      {({ questionnaire, asked }) => (
        <>
          <PrintButtons id={id} only="filled" />
          <Review isInside steps={stepsOf(asked, questionnaire.parts, sex)} answers={answersIn(questionnaire)} />
        </>
      )}
    </QueryView>
  )
}
