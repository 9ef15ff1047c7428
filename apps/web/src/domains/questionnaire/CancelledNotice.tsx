import type { QuestionnaireDetail } from '@sukoyaka/wire/record/questionnaire'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button/Button.tsx'
import { useAddQuestionnaireMutation } from './api.ts'
import classes from './QuestionnaireForm.module.css'

type Props = { questionnaire: Pick<QuestionnaireDetail, 'user_id' | 'parts'>; onMoved: (id: number) => void }

/** Shown if the questionnaire was deleted while it was being answered. A button moves the answers to a new questionnaire. */
export function CancelledNotice({ questionnaire: { user_id, parts }, onMoved }: Props) {
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
      {t(isError ? 'startFailed' : 'gone')}
      <Button size="medium" loading={isLoading} onClick={() => void moveToNewQuestionnaire()}>
        {t('gone.continue')}
      </Button>
    </p>
  )
}
