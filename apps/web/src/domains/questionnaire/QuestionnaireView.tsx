import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { combineQueries } from '../../api/combine-queries.ts'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { answersIn } from './answers.ts'
import { useGetQuestionnaireQuery, useListAskedLifestylesQuery, useListAskedSymptomsQuery } from './api.ts'
import { Head } from './Head.tsx'
import classes from './QuestionnaireForm.module.css'
import { QuestionnaireForm } from './QuestionnaireForm.tsx'
import { Review } from './Review.tsx'
import { stepsOf } from './steps.ts'

type Props = {
  id: number
  user_id: number
  /** Undefined while loading; the questions depend on it. */
  sex: 'male' | 'female' | null | undefined
  title: string
  isOwn: boolean
  /** False shows a read-only view. */
  mayAnswer: boolean
  onClose: () => void
}

/** A questionnaire: the form while it is open, a confirmation after submission, otherwise its answers. */
export function QuestionnaireView({ id, user_id, sex, title, isOwn, mayAnswer, onClose }: Props) {
  const { t } = useTranslation('questionnaire')
  const language = useLanguage()
  const query = useGetQuestionnaireQuery({ id }, { refetchOnMountOrArgChange: true })
  const symptoms = useListAskedSymptomsQuery({})
  const lifestyles = useListAskedLifestylesQuery({})
  const [isSent, setSent] = useState(false)
  const questionnaire = query.currentData
  if ((query.error as CallError | undefined)?.status === 404 && !questionnaire) throw new PageError(404)
  if (questionnaire && questionnaire.user_id !== user_id) throw new PageError(404)
  // not a QueryView, because a page of its own is blank rather than a skeleton while it loads, and a failed one has a head
  const { isError, isFetching, refetch } = combineQueries(query, symptoms, lifestyles)
  if (isError && !isFetching)
    return (
      <div className={classes.form}>
        <Head title={title} answered={0} total={0} onClose={onClose} />
        <ErrorState title={t('error')} onRetry={refetch} />
      </div>
    )
  if (!questionnaire || !symptoms.data || !lifestyles.data || sex === undefined) return <div className={classes.form} aria-busy="true" />
  if (questionnaire.answered_at === null && !isSent && mayAnswer)
    return (
      <QuestionnaireForm
        key={id}
        questionnaire={questionnaire}
        symptoms={symptoms.data.items}
        lifestyles={lifestyles.data.items}
        sex={sex}
        title={title}
        isGone={(query.error as CallError | undefined)?.status === 404}
        onClose={onClose}
        onSent={() => setSent(true)}
      />
    )
  const answers = answersIn(questionnaire)
  return (
    <div className={classes.form}>
      <Head title={title} answered={0} total={0} onClose={onClose} />
      <div className={classes.done}>
        <h2 className={classes.doneTitle}>
          {isSent ? t('sentTitle') : questionnaire.answered_at ? t('answeredTitle', { day: formatDate(questionnaire.answered_at, language) }) : t('item.open')}
        </h2>
        {isSent ? <p className={classes.hint}>{t(isOwn ? 'sentText' : 'sentStaff')}</p> : null}
        <Button kind={isSent ? 'pri' : 'sec'} size="large" className={classes.big} onClick={onClose}>
          {t('toSummary')}
        </Button>
        <div style={{ width: '100%' }}>
          <Review steps={stepsOf({ symptoms: symptoms.data.items, lifestyles: lifestyles.data.items }, questionnaire.parts, sex)} answers={answers} />
        </div>
      </div>
    </div>
  )
}
