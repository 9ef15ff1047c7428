import { tokyoDay } from '@sukoyaka/rules/time'
import type { MedicineIntake, SupplementIntake } from '@sukoyaka/wire/record/medication'
import { useTranslation } from 'react-i18next'
import { save } from '../../ui/form/save.ts'
import { useChangeMedicineIntakeMutation, useChangeSupplementIntakeMutation } from './api.ts'
import { medicineName, supplementName } from './words.ts'

/** Ends an intake today, with undo in the toast. */
export const useEndIntake = () => {
  const { t } = useTranslation('medication')
  const [changeMedicine] = useChangeMedicineIntakeMutation()
  const [changeSupplement] = useChangeSupplementIntakeMutation()
  const run = (change: (ended_on: string | null) => Promise<{ error?: unknown }>, before: string | null, text: string) => {
    const undo = () => void save(() => change(before), { done: t('end.undone'), failed: t('end.undoFailed'), text })
    void save(() => change(tokyoDay(new Date())), { done: t('end.done'), failed: t('end.failed'), text }, { onUndo: undo })
  }
  return {
    medicine: (intake: MedicineIntake) => run((ended_on) => changeMedicine({ id: intake.id, ended_on }), intake.ended_on, medicineName(intake)),
    supplement: (intake: SupplementIntake) => run((ended_on) => changeSupplement({ id: intake.id, ended_on }), intake.ended_on, supplementName(intake)),
  }
}
