import { eraYear } from '@sukoyaka/rules/era'
import { ageOn } from '@sukoyaka/rules/person'
import { type DateLanguage, formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { CarePerson, Patient } from '@sukoyaka/wire/people/patient'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'

/** 58歳, 女性, 1968.03.14 生; what is not known is said, once. */
export const useFacts = ({ birthday, sex }: Pick<Patient, 'birthday' | 'sex'>) => {
  const { t } = useTranslation('patient')
  const language = useLanguage()
  return {
    age: birthday ? t('fact.age', { age: ageOn(birthday, tokyoDay(new Date())) }) : t('fact.ageUnknown'),
    sex: t(sex === 'male' ? 'fact.male' : sex === 'female' ? 'fact.female' : 'fact.sexUnknown'),
    born: birthday ? t('fact.born', { day: bothCalendars(birthday, language) }) : undefined,
  }
}

/** 1968.03.14（昭和43年） */
const bothCalendars = (day: string, language: DateLanguage) => {
  const era = eraYear(day, language)
  const western = formatDay(day, language)
  if (!era) return western
  return language === 'ja' ? `${western}（${era}）` : `${western} (${era})`
}

export const useTeamRole = () => {
  const { t } = useTranslation(['patient', 'shell'])
  return ({ role, main }: CarePerson) => (role === 'doctor' && main ? t('patient:role.mainDoctor') : t(`shell:role.${role}`))
}

/** Who stands first: the main doctor, else whoever the server names first. */
export const leadOf = (team: readonly CarePerson[]) => team.find(({ role, main }) => role === 'doctor' && main) ?? team[0]

/** Ruby is read in hiragana, whatever kana were registered. */
export const toHiragana = (kana: string) => kana.replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
