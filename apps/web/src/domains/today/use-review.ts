import { fullName } from '@sukoyaka/rules/person'
import type { TodayItem } from '@sukoyaka/wire/boards/today'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { useAddTodayReviewMutation, useRemoveTodayReviewMutation } from './api.ts'

/** Marks a row as reviewed for the whole team, with undo. */
export const useReview = () => {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const [add] = useAddTodayReviewMutation()
  const [remove] = useRemoveTodayReviewMutation()
  const undo = (id: number, name: string) => void save(() => remove({ id }), { done: t('review.undone'), failed: t('review.undoFailed'), text: name })
  const review = ({ section, patient, subject_id, version }: TodayItem) => {
    const name = fullName(patient, language)
    let id = 0
    void save(
      async () => {
        const result = await add({ section, user_id: patient.id, subject_id, version })
        id = result.data?.id ?? 0
        return result
      },
      { done: t('review.done'), failed: t('review.failed'), text: name },
      { onUndo: () => undo(id, name) },
    )
  }
  return { review, undo }
}
