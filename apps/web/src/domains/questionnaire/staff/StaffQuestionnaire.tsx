import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/layout/Empty.tsx'
import { Skeleton, useSkeleton } from '../../../ui/loading/Skeleton.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { LeftNotice } from '../CancelledNotice.tsx'
import classes from '../QuestionnaireForm.module.css'
import { QuestionnaireForm } from '../QuestionnaireForm.tsx'
import { useQuestionnaire } from '../use-questionnaire.ts'
import { StaffAnswers } from './StaffAnswers.tsx'

type Props = {
  id: number
  user_id: number
  sex: 'male' | 'female' | null
  title: string
  /** If false, shows the answers so far instead of the form. */
  mayAnswer: boolean
  /** Buttons for what to do about an urgent symptom. */
  actions: ReactNode
  /** Renders the records related to the symptoms with these names. */
  related?: ((symptoms: readonly string[]) => ReactNode) | undefined
  onClose: () => void
}

/** A patient's questionnaire for staff: the form while it is open, otherwise the answers and what changed. */
export function StaffQuestionnaire({ id, user_id, sex, title, mayAnswer, actions, related, onClose }: Props) {
  const { t } = useTranslation('questionnaire')
  const { currentData, isDeleted, failed, refetch } = useQuestionnaire(id, user_id)
  const isSkeletonShown = useSkeleton(!currentData && !failed)
  if (failed) return <ErrorState title={t('error')} onRetry={refetch} />
  if (!currentData)
    return (
      <div aria-busy="true" style={{ padding: 'var(--sp-5) var(--page-pad)' }}>
        {isSkeletonShown ? <Skeleton height={420} /> : null}
      </div>
    )
  const { questionnaire, asked } = currentData
  if (questionnaire.answered_at === null && mayAnswer)
    return (
      <div data-density="comfortable" className={classes.inside}>
        <QuestionnaireForm
          key={id}
          questionnaire={questionnaire}
          {...asked}
          sex={sex}
          title={title}
          isDeleted={isDeleted}
          onClose={onClose}
          onSent={() => toast.success(t('sentTitle'), { text: t('sentStaff') })}
        />
      </div>
    )
  return (
    <>
      <LeftNotice key={`left ${id}`} questionnaire={questionnaire} />
      <StaffAnswers key={id} questionnaire={questionnaire} asked={asked} sex={sex} actions={actions} related={related} />
    </>
  )
}
