import { formatMonths, formatPeriod } from '@sukoyaka/rules/partial-day'
import { isEnded } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { AllergyReaction } from '@sukoyaka/wire/record/illness'
import type { MedicineIntake, SupplementIntake } from '@sukoyaka/wire/record/medication'
import { useTranslation } from 'react-i18next'
import { isOptimistic } from '../../api/optimistic-update.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { type Entry, RecordsDialog } from '../../ui/overlay/RecordsDialog.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import type { DialogState } from './dialog-state.ts'
import { EndButton } from './EndButton.tsx'
import { MedicineForm } from './MedicineForm.tsx'
import { SupplementForm } from './SupplementForm.tsx'
import { useEndIntake } from './use-end-intake.ts'
import { medicineName, supplementName, useDoseWords } from './words.ts'

type Props = {
  user_id: number
  medicines: MedicineIntake[]
  supplements: SupplementIntake[]
  allergies: readonly AllergyReaction[] | undefined
  state: DialogState
  onState: (state: DialogState | undefined) => void
}

/** For staff: lists current and past intakes, with forms that add, change or remove one and buttons that end or cancel one. */
export function MedicationDialog({ user_id, medicines, supplements, allergies, state, onState }: Props) {
  const { t } = useTranslation('medication')
  const language = useLanguage()
  const doseOf = useDoseWords()
  const end = useEndIntake()
  const today = tokyoDay(new Date())
  // others may have deleted the opened intake meanwhile: saving the form must not add it again
  const latest = <Intake extends { id: number }>(items: Intake[], opened?: Intake) => items.find(({ id }) => id === opened?.id) ?? opened
  if (state.kind === 'medicine')
    return (
      <MedicineForm
        key={state.opened?.id ?? 'new'}
        user_id={user_id}
        intake={latest(medicines, state.opened)}
        medicines={medicines}
        allergies={allergies}
        onState={onState}
      />
    )
  if (state.kind === 'supplement')
    return <SupplementForm key={state.opened?.id ?? 'new'} user_id={user_id} intake={latest(supplements, state.opened)} onState={onState} />

  const medicineEntry = (intake: MedicineIntake): Entry => ({
    key: intake.id,
    title: medicineName(intake),
    lang: recordLang(medicineName(intake), language),
    lines: [doseOf(intake), formatPeriod(intake.started_on, intake.ended_on, language), intake.memo],
    isOptimistic: isOptimistic(intake),
    onEdit: () => onState({ kind: 'medicine', opened: intake }),
    more: isEnded(intake, today) ? undefined : <EndButton intake={intake} name={medicineName(intake)} {...end.medicine(intake)} />,
  })
  // past medicines and supplements share one list: the key of a supplement is not an integer, so it never equals the id of a medicine
  const supplementEntry = (intake: SupplementIntake): Entry => ({
    key: -intake.id - 0.5,
    title: supplementName(intake),
    lang: recordLang(supplementName(intake), language),
    lines: [formatMonths(intake.started_on, intake.ended_on), intake.memo],
    isOptimistic: isOptimistic(intake),
    onEdit: () => onState({ kind: 'supplement', opened: intake }),
    more: isEnded(intake, today) ? undefined : <EndButton intake={intake} name={supplementName(intake)} {...end.supplement(intake)} />,
  })
  const past = [
    ...medicines.filter((medicine) => isEnded(medicine, today)).map(medicineEntry),
    ...supplements.filter((supplement) => isEnded(supplement, today)).map(supplementEntry),
  ]
  return (
    <RecordsDialog
      title={t('card.edit')}
      onClose={() => onState(undefined)}
      groups={[
        {
          key: 'medicines',
          title: t('card.medicines'),
          add: { label: t('medicine.add'), onClick: () => onState({ kind: 'medicine' }) },
          none: t('card.noMedicine'),
          entries: medicines.filter((medicine) => !isEnded(medicine, today)).map(medicineEntry),
        },
        {
          key: 'supplements',
          title: t('card.supplements'),
          add: { label: t('supplement.add'), onClick: () => onState({ kind: 'supplement' }) },
          none: t('card.noSupplement'),
          entries: supplements.filter((supplement) => !isEnded(supplement, today)).map(supplementEntry),
        },
        ...(past.length ? [{ key: 'past', title: t('past.title'), none: '', entries: past }] : []),
      ]}
    />
  )
}
