import { eraYear } from '@sukoyaka/rules/era'
import { type DateLanguage, formatDay } from '@sukoyaka/rules/time'
import type { CarePerson, Patient } from '@sukoyaka/wire/people/patient'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { usePersonWords } from '../../ui/text/use-person-words.ts'

/** Age, sex and birthday in words. An unknown age or sex has a placeholder, an unknown birthday has none. */
export const usePatientFacts = ({ birthday, sex }: Pick<Patient, 'birthday' | 'sex'>) => {
  const { t } = useTranslation('patient')
  const language = useLanguage()
  const words = usePersonWords()({ birthday, sex })
  return {
    age: words.age ?? t('fact.ageUnknown'),
    sex: words.sex ?? t('fact.sexUnknown'),
    born: birthday ? t('fact.born', { day: bothCalendars(birthday, language) }) : undefined,
  }
}

/** Date with the Japanese era, such as 1968.03.14（昭和43年）. */
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

/** The main doctor, otherwise the first member in the server's order. */
export const leadOf = (team: readonly CarePerson[]) => team.find(({ role, main }) => role === 'doctor' && main) ?? team[0]
