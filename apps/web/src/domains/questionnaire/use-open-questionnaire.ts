import type { QuestionnairePart } from '@sukoyaka/wire/record/questionnaire'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { toast } from '../../ui/overlay/toast.ts'
import { useAddQuestionnaireMutation } from './api.ts'

/** Returns a function that opens the patient's unanswered questionnaire; the server creates one if there is none. Without `parts`, all parts are asked. */
export const useOpenQuestionnaire = (user_id: number, parts?: QuestionnairePart[]) => {
  const { t } = useTranslation('questionnaire')
  const [add, { isLoading }] = useAddQuestionnaireMutation()
  const navigate = useNavigate()
  const start = async () => {
    const { data } = await add({ user_id, ...(parts && { parts }) })
    if (data) void navigate(`/${user_id}/questionnaires/${data.id}`)
    else toast.error(t('startFailed'), { onRetry: () => void start() })
  }
  return { start, isLoading }
}
