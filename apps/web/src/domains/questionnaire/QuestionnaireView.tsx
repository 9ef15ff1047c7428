import { stepsOf } from '@sukoyaka/rules/care/questionnaire-steps'
import type { Patient } from '@sukoyaka/wire/people/patient'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { combineQueries } from '../../api/combine-queries.ts'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import type { Query } from '../../ui/loading/QueryView.tsx'
import { answersIn } from './answers.ts'
import { LeftNotice } from './CancelledNotice.tsx'
import { Head } from './Head.tsx'
import classes from './QuestionnaireForm.module.css'
import { QuestionnaireForm } from './QuestionnaireForm.tsx'
import { Review } from './Review.tsx'
import { useQuestionnaire } from './use-questionnaire.ts'

type Props = {
  id: number
  user_id: number
  /** The query of the patient: the questions depend on the sex. */
  patient: Query<Pick<Patient, 'sex'>>
  onClose: () => void
}

/** A patient's own questionnaire: the form while it is open, afterwards its answers, with a confirmation right after sending. */
export function QuestionnaireView({ id, user_id, patient, onClose }: Props) {
  const { t } = useTranslation('questionnaire')
  const language = useLanguage()
  // not a QueryView: this page stays blank while it loads, and shows its header above an error
  const query = useQuestionnaire(id, user_id)
  const { failed, refetch } = combineQueries(query, patient)
  const { currentData, isDeleted } = query
  const [isSent, setSent] = useState(false)
  const title = t('title')
  if (failed)
    return (
      <div className={classes.form}>
        <Head title={title} answered={0} total={0} onClose={onClose} />
        <ErrorState title={t('error')} onRetry={refetch} />
      </div>
    )
  if (!currentData || !patient.currentData) return <div className={classes.form} aria-busy="true" />
  const sex = patient.currentData.sex ?? null
  const { questionnaire, asked } = currentData
  if (questionnaire.answered_at === null && !isSent)
    return (
      <QuestionnaireForm
        key={id}
        questionnaire={questionnaire}
        {...asked}
        sex={sex}
        title={title}
        isDeleted={isDeleted}
        onClose={onClose}
        onSent={() => setSent(true)}
      />
    )
  return (
    <div className={classes.form}>
      <Head title={title} answered={0} total={0} onClose={onClose} />
      <div className={classes.done}>
        {isSent ? null : <LeftNotice key={id} questionnaire={questionnaire} />}
        <h2 className={classes.doneTitle}>
          {isSent ? t('sentTitle') : questionnaire.answered_at ? t('answeredTitle', { day: formatDate(questionnaire.answered_at, language) }) : t('item.open')}
        </h2>
        {isSent ? <p className={classes.hint}>{t('sentText')}</p> : null}
        <Button kind={isSent ? 'primary' : 'secondary'} size="large" className={classes.big} onClick={onClose}>
          {t('toSummary')}
        </Button>
        <div style={{ width: '100%' }}>
          <Review steps={stepsOf(asked, questionnaire.parts, sex)} answers={answersIn(questionnaire)} />
        </div>
      </div>
    </div>
  )
}
