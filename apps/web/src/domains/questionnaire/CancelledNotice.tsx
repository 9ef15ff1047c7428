import type { QuestionnaireDetail } from '@sukoyaka/wire/record/questionnaire'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button/Button.tsx'
import { useAddQuestionnaireMutation } from './api.ts'
import classes from './QuestionnaireForm.module.css'
import { useLeftAnswers } from './use-answers.ts'

type Props = {
  text: 'gone' | 'sentElsewhere'
  questionnaire: Pick<QuestionnaireDetail, 'user_id' | 'parts'>
  onMoved: (id: number) => void
  /** Deletes the answers; without it there is no button for that. */
  onDiscard?: () => void
}

/** Says that answers cannot be saved in their questionnaire. A button moves them to a new one. */
function MoveNotice({ text, questionnaire: { user_id, parts }, onMoved, onDiscard }: Props) {
  const { t } = useTranslation('questionnaire')
  const [add, { isLoading, isError }] = useAddQuestionnaireMutation()
  const navigate = useNavigate()
  const moveToNewQuestionnaire = async () => {
    const { data } = await add({ user_id, parts })
    if (!data) return
    onMoved(data.id)
    void navigate(`/${user_id}/questionnaires/${data.id}`, { replace: true })
  }
  return (
    <p className={classes.gone} role="alert">
      {t(isError ? 'startFailed' : text)}
      <Button size="medium" loading={isLoading} onClick={() => void moveToNewQuestionnaire()}>
        {t('gone.continue')}
      </Button>
      {onDiscard ? (
        <Button size="medium" kind="neutral" disabled={isLoading} onClick={onDiscard}>
          {t('sentElsewhere.discard')}
        </Button>
      ) : null}
    </p>
  )
}

/** Shown if the questionnaire was deleted while it was being answered. */
export function CancelledNotice(props: Pick<Props, 'questionnaire' | 'onMoved'>) {
  return <MoveNotice {...props} text="gone" />
}

/** Shown if the questionnaire was sent elsewhere, such as on another device, before the answers that were given here could be saved. */
export function LeftNotice({ questionnaire }: { questionnaire: QuestionnaireDetail }) {
  const left = useLeftAnswers(questionnaire)
  if (!left) return null
  return (
    <MoveNotice text="sentElsewhere" questionnaire={{ user_id: questionnaire.user_id, parts: left.parts }} onMoved={left.moveTo} onDiscard={left.discard} />
  )
}
