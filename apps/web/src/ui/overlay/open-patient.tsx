import { addressedName, readingOf } from '@sukoyaka/rules/person'
import { formatDay } from '@sukoyaka/rules/time'
import { clsx } from 'clsx'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../date/tokyo.ts'
import { usePersonWords } from '../text/use-person-words.ts'
import classes from './open-patient.module.css'

export type OpenPatient = {
  last_name: string
  first_name: string
  last_name_kana: string
  first_name_kana: string
  birthday?: string | null
  sex?: 'male' | 'female' | null
}

/** Patient whose record a staff page shows. Dialogs inside of the context name this patient by default, so that no dialog can forget to. */
export const OpenPatientContext = createContext<OpenPatient | undefined>(undefined)

type Props = {
  /** Instead of the page's patient, for a dialog outside of a patient's pages; null for a dialog that is about no patient. */
  patient?: OpenPatient | null | undefined
  className?: string | undefined
}

/** Name, reading, birth date and age of the patient; nothing without a patient. */
export function PatientLine({ patient, className }: Props) {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const opened = useContext(OpenPatientContext)
  const wordsOf = usePersonWords()
  const shown = patient === undefined ? opened : patient
  if (!shown) return null
  const kana = readingOf(shown)
  return (
    <p className={clsx(classes.line, className)} data-patient>
      <span className={classes.name} lang="ja">
        {addressedName(shown, language, 'staff')}
      </span>
      {kana ? <span lang="ja">{kana}</span> : null}
      {shown.birthday ? <span>{t('patient.born', { day: formatDay(shown.birthday, language) })}</span> : null}
      {shown.birthday ? <span>{wordsOf(shown).age}</span> : null}
    </p>
  )
}
