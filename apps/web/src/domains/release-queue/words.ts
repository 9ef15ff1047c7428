import { fullName, readingOf } from '@sukoyaka/rules/person'
import type { ReleaseItem } from '@sukoyaka/wire/boards/release-queue'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { usePersonWords } from '../../ui/text/use-person-words.ts'

/** Who a row is about: name, kana, and birth date with age and sex. */
export const useIdentity = () => {
  const language = useLanguage()
  const wordsOf = usePersonWords()
  return ({ patient }: Pick<ReleaseItem, 'patient'>) => {
    const { age, sex } = wordsOf(patient)
    return {
      name: fullName(patient, language),
      kana: readingOf(patient),
      facts: [patient.birthday ? formatDate(patient.birthday, language) : undefined, age, sex].filter(Boolean).join(language === 'en' ? ', ' : ' '),
    }
  }
}

/** Name and day of the checkup. */
export const useCheckupName = () => {
  const { t } = useTranslation(['release_queue', 'interview'])
  const language = useLanguage()
  return ({ checkup }: Pick<ReleaseItem, 'checkup'>) =>
    t('release_queue:row.test', {
      name: checkup.name.trim() || t(`interview:checkup.${checkup.kind}`),
      day: checkup.tested_at ? formatDate(checkup.tested_at, language) : '',
    })
}
