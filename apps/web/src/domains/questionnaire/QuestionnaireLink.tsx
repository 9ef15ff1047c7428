import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import classes from './QuestionnairesCard.module.css'
import { useOpenQuestionnaire } from './use-open-questionnaire.ts'

/** Button beside past answers that opens a questionnaire to answer. */
export function QuestionnaireLink({ user_id, isOwn }: { user_id: number; isOwn: boolean }) {
  const { t } = useTranslation('questionnaire')
  const { start, isLoading } = useOpenQuestionnaire(user_id)
  return (
    <div className={classes.link}>
      <Button kind="soft" size={isOwn ? 'large' : 'small'} loading={isLoading} onClick={() => void start()}>
        {t(isOwn ? 'card.start' : 'card.startStaff')}
      </Button>
    </div>
  )
}
