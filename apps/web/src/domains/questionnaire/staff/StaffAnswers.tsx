import { type QuestionCatalogue, stepsOf } from '@sukoyaka/rules/care/questionnaire-steps'
import { isApplicable } from '@sukoyaka/rules/record/questionnaire'
import type { QuestionnaireDetail } from '@sukoyaka/wire/record/questionnaire'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { combineQueries } from '../../../api/combine-queries.ts'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { FilterSelect } from '../../../ui/layout/FilterBar.tsx'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { answersIn, isAnswered } from '../answers.ts'
import { useGetQuestionnaireQuery, useListQuestionnairesQuery } from '../api.ts'
import { PrintButtons } from '../PrintButtons.tsx'
import { olderQuestionnaires } from './changes.ts'
import { Sections } from './Sections.tsx'
import classes from './StaffAnswers.module.css'

type Sex = 'male' | 'female' | null
type Props = {
  questionnaire: QuestionnaireDetail
  asked: QuestionCatalogue
  sex: Sex
  actions?: ReactNode
  related?: ((symptoms: readonly string[]) => ReactNode) | undefined
}

/** A patient's answers for staff, with older answers beside them; first what changed since an older questionnaire. */
export function StaffAnswers({ questionnaire, asked, sex, actions, related }: Props) {
  const { t } = useTranslation('questionnaire')
  const language = useLanguage()
  const [chosen, setChosen] = useState<number>()
  const list = useListQuestionnairesQuery({ user_id: questionnaire.user_id })
  const { earlier, beside } = olderQuestionnaires(list.currentData?.items ?? [], questionnaire, chosen)
  const before = useGetQuestionnaireQuery({ id: beside[0]?.id ?? 0 }, { skip: !beside[0] })
  const beforeThat = useGetQuestionnaireQuery({ id: beside[1]?.id ?? 0 }, { skip: !beside[1] })
  const older = [before, beforeThat].slice(0, beside.length).map((query) => query.currentData)
  const now = answersIn(questionnaire)
  const paths = stepsOf(asked, questionnaire.parts, sex).flatMap((step) => step.paths)
  const isLoaded = list.currentData && older.every((found) => found !== undefined)
  const dayOf = (answered_at: string | null) => (answered_at ? formatDate(answered_at, language) : '')
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div className={classes.heading}>
          <nav className={classes.path} aria-label={t('staff.path')}>
            <Link to={`/${questionnaire.user_id}/database`}>{t('staff.database')}</Link>
            <span aria-hidden>›</span>
            <span aria-current="page">{t('title')}</span>
          </nav>
          <h2 className={classes.title}>
            {questionnaire.answered_at ? t('staff.title', { day: formatDate(questionnaire.answered_at, language, { weekday: true }) }) : t('staff.titleOpen')}
          </h2>
          <p className={classes.answered}>{t('staff.answered', { total: paths.length, answered: paths.filter((path) => isAnswered(now, path)).length })}</p>
          <PrintButtons id={questionnaire.id} />
        </div>
        {earlier.length > 1 ? (
          <FilterSelect label={t('staff.compare')} value={String(beside[0]?.id)} onChange={(id) => setChosen(Number(id))}>
            {earlier.map(({ id, answered_at }) => (
              <option key={id} value={id}>
                {dayOf(answered_at)}
              </option>
            ))}
          </FilterSelect>
        ) : null}
      </div>
      <QueryView
        query={{ currentData: isLoaded ? older.filter((found) => found !== undefined) : undefined, ...combineQueries(list, before, beforeThat) }}
        error={t('error')}
        skeleton={<SkeletonLines count={8} />}
      >
        {(older) => (
          <Sections
            questionnaire={questionnaire}
            older={older}
            symptoms={questionnaire.parts.includes('symptoms') ? asked.symptoms.filter((symptom) => isApplicable(symptom, sex)) : []}
            lifestyles={questionnaire.parts.includes('lifestyles') ? asked.lifestyles.filter((lifestyle) => isApplicable(lifestyle, sex)) : []}
            actions={actions}
            related={related}
          />
        )}
      </QueryView>
    </div>
  )
}
