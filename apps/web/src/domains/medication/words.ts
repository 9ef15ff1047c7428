import { formatPartialDay } from '@sukoyaka/rules/partial-day'
import { isPlanned } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { MedicineIntake, SupplementIntake, Timing } from '@sukoyaka/wire/record/medication'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'

const withStrength = (name: string, strength: string) => (strength ? `${name} ${strength}` : name)

export const medicineName = ({ medicine, name, strength }: Pick<MedicineIntake, 'medicine' | 'name' | 'strength'>) =>
  withStrength(medicine?.display_name ?? name ?? '', strength)
export const supplementName = ({ supplement, name }: Pick<SupplementIntake, 'supplement' | 'name'>) => supplement?.display_name ?? name ?? ''

const meals = ['breakfast', 'lunch', 'dinner'] as const
type TimingLabel = Timing | 'before_meals' | 'after_meals'

/** Uses one label instead of three timings if a medicine is taken before every meal, or after every meal. */
const combineMeals = (timing: readonly Timing[]): TimingLabel[] => {
  const atAllMeals = (['before', 'after'] as const).filter((when) => meals.every((meal) => timing.includes(`${when}_${meal}`)))
  const rest = timing.filter((time) => !atAllMeals.some((when) => meals.some((meal) => time === `${when}_${meal}`)))
  return [...atAllMeals.map((when) => `${when}_meals` as const), ...rest]
}

/** Dose in one line, such as 1錠・夕食後 or 3錠・分3・毎食後. */
export const useDoseWords = () => {
  const { t } = useTranslation('medication')
  const language = useLanguage()
  return ({ daily_volume, divided_times, timing }: Pick<MedicineIntake, 'daily_volume' | 'divided_times' | 'timing'>) =>
    [
      daily_volume,
      divided_times !== null && divided_times > 1 && t('medicine.parts', { count: divided_times }),
      ...combineMeals(timing).map((time) => t(`timing.${time}`)),
    ]
      .filter(Boolean)
      .join(language === 'ja' ? '・' : ', ')
}

/** Line about a current or planned medicine: its dose, and its start if that is in the future. */
export const useCurrentWords = () => {
  const { t } = useTranslation('medication')
  const language = useLanguage()
  const doseOf = useDoseWords()
  return (intake: MedicineIntake) => {
    const { started_on } = intake
    const start = started_on !== null && isPlanned(intake, tokyoDay(new Date())) && t('card.from', { day: formatPartialDay(started_on, language) })
    return [doseOf(intake), start].filter(Boolean).join(language === 'ja' ? '・' : ', ')
  }
}
