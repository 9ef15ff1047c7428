import { fullName } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { AllergyReaction, removeAllergyReaction } from '@sukoyaka/wire/record/illness'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { save } from '../../../ui/form/save.ts'
import { useAddAllergyReactionMutation, useChangeAllergyReactionMutation, useRemoveAllergyReactionMutation } from '../api.ts'
import classes from './NoDrugAllergy.module.css'

type Props = { user_id: number; saved: AllergyReaction | undefined; mayWrite: boolean }

/** Who said "none" and when, with a button that confirms it as of today. */
export function NoDrugAllergy({ user_id, saved, mayWrite }: Props) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  const confirm = useConfirm(user_id, saved)
  // missing while an optimistic row waits for the server
  const confirmed_at = saved?.confirmed_at
  const day = confirmed_at ? formatDate(confirmed_at, language) : ''
  const by = saved?.confirmed_by
  const isToday = confirmed_at !== undefined && tokyoDay(new Date(confirmed_at)) === tokyoDay(new Date())
  const said = by
    ? t('allergy.confirmedBy', { day, name: fullName(by, language) })
    : t(saved?.is_self_reported ? 'allergy.selfReported' : 'allergy.confirmedOn', { day })
  return (
    <span className={classes.said}>
      {day ? <small>{said}</small> : null}
      {mayWrite && !isToday && (confirmed_at || !saved) ? (
        <Button size="small" kind="soft" onClick={confirm}>
          {t(saved ? 'allergy.confirmAgain' : 'allergy.confirmNone')}
        </Button>
      ) : null}
    </span>
  )
}

/** Stores "none" as of today. Only the first answer can be undone: a later confirmation replaces the day of the earlier answer for good. */
const useConfirm = (user_id: number, saved: AllergyReaction | undefined) => {
  const { t } = useTranslation('illness')
  const [add] = useAddAllergyReactionMutation()
  const [change] = useChangeAllergyReactionMutation()
  const [remove] = useRemoveAllergyReactionMutation()
  const messages = { done: t('allergy.noneSaved'), failed: t('allergy.failed') }
  return () => {
    if (saved) return void save(() => change({ id: saved.id, updated_at: saved.updated_at, is_occured: false }), messages)
    let answer: Input<typeof removeAllergyReaction> = { id: 0 }
    const send = async () => {
      const added = await add({ user_id, kind: 'medicine', is_occured: false })
      if (added.data) answer = { id: added.data.id, updated_at: added.data.updated_at }
      return added
    }
    // with the version, because somebody may have recorded a drug allergy in its place meanwhile
    const undo = () => void save(() => remove(answer), { done: t('allergy.noneUndone'), failed: t('allergy.failed') })
    void save(send, messages, { onUndo: undo })
  }
}
