import { tokyoDay } from '@sukoyaka/rules/time'
import type { MedicineIntake, SupplementIntake } from '@sukoyaka/wire/record/medication'
import { useTranslation } from 'react-i18next'
import { save } from '../../ui/form/save.ts'
import {
  useChangeMedicineIntakeMutation,
  useChangeSupplementIntakeMutation,
  useRemoveMedicineIntakeMutation,
  useRemoveSupplementIntakeMutation,
} from './api.ts'
import { medicineName, supplementName } from './words.ts'

type Change = (input: { id: number; ended_on: string | null; updated_at?: string }) => PromiseLike<{ data?: { updated_at: string }; error?: unknown }>
type Remove = (input: { id: number }) => PromiseLike<{ error?: unknown }>

/** Ends an intake today, with undo in the toast, or deletes one that has not started. */
export const useEndIntake = () => {
  const { t } = useTranslation('medication')
  const [changeMedicine] = useChangeMedicineIntakeMutation()
  const [changeSupplement] = useChangeSupplementIntakeMutation()
  const [removeMedicine] = useRemoveMedicineIntakeMutation()
  const [removeSupplement] = useRemoveSupplementIntakeMutation()
  const actions = (change: Change, remove: Remove, { id, ended_on }: MedicineIntake | SupplementIntake, text: string) => ({
    onEnd: () => {
      let updated_at: string | undefined
      const end = async () => {
        const ended = await change({ id, ended_on: tokyoDay(new Date()) })
        updated_at = ended.data?.updated_at
        return ended
      }
      // with the version, because somebody may have changed the intake meanwhile
      const undo = () => void save(() => change({ id, ended_on, updated_at }), { done: t('end.undone'), failed: t('end.undoFailed'), text })
      void save(end, { done: t('end.done'), failed: t('end.failed'), text }, { onUndo: undo })
    },
    onCancel: () => void save(() => remove({ id }), { done: t('cancel.done'), failed: t('cancel.failed'), text }),
  })
  return {
    medicine: (intake: MedicineIntake) => actions(changeMedicine, removeMedicine, intake, medicineName(intake)),
    supplement: (intake: SupplementIntake) => actions(changeSupplement, removeSupplement, intake, supplementName(intake)),
  }
}
