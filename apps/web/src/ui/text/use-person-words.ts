import { ageOn } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import { useTranslation } from 'react-i18next'

type Person = { birthday?: string | null; sex?: 'male' | 'female' | null }

/** Words for age and sex, such as 58歳 and 女性; undefined where unknown. */
export const usePersonWords = () => {
  const { t } = useTranslation('common')
  return ({ birthday, sex }: Person) => ({
    age: birthday ? t('patient.age', { age: ageOn(birthday, tokyoDay(new Date())) }) : undefined,
    sex: sex ? t(`patient.${sex}`) : undefined,
  })
}
