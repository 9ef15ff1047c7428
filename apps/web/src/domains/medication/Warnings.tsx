import { allergiesAgainst, duplicatesOf, namesOf } from '@sukoyaka/rules/record/medication'
import { intakesOn } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Medicine, MedicineIntake } from '@sukoyaka/wire/record/medication'
import { IconAlertTriangle, IconCopy, IconInfoCircle } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import classes from './MedicineForm.module.css'
import { medicineName } from './words.ts'

type Props = {
  medicine: Medicine | null
  text: string
  /** The patient's other medicines. */
  others: readonly MedicineIntake[]
  drugAllergies: readonly string[]
}

/** Warns about drug allergies and duplicates by name; it does not block saving. */
export function Warnings({ medicine, text, others, drugAllergies }: Props) {
  const { t } = useTranslation('medication')
  const language = useLanguage()
  const name = text.trim()
  const named = namesOf({ medicine_id: medicine?.id ?? null, medicine, name: medicine ? null : name })
  const matched = name ? allergiesAgainst(named, drugAllergies) : []
  const currentIntakes = intakesOn(others, tokyoDay(new Date())).map((intake) => ({ ...namesOf(intake), intake }))
  const { same, related } = name ? duplicatesOf(named, currentIntakes) : { same: [], related: [] }
  const separator = language === 'ja' ? '、' : ', '
  const list = (intakes: typeof currentIntakes) => intakes.map(({ intake }) => medicineName(intake)).join(separator)
  return (
    <div className={classes.warnings} role="status">
      {matched.length ? (
        <p className={clsx(classes.warning, classes.danger)}>
          <IconAlertTriangle aria-hidden />
          <span>
            {t('warn.allergy', { note: matched.join(separator) })}
            <small>{t('warn.compared')}</small>
          </span>
        </p>
      ) : drugAllergies.length ? (
        <p className={classes.warning}>
          <IconInfoCircle aria-hidden />
          <span>
            {t('warn.allergies', { note: drugAllergies.join(separator) })}
            <small>{t('warn.compared')}</small>
          </span>
        </p>
      ) : null}
      {same.length ? (
        <p className={clsx(classes.warning, classes.caution)}>
          <IconCopy aria-hidden />
          <span>{t('warn.same', { names: list(same) })}</span>
        </p>
      ) : null}
      {related.length ? (
        <p className={clsx(classes.warning, classes.caution)}>
          <IconCopy aria-hidden />
          <span>{t('warn.related', { group: named.class_name, names: list(related) })}</span>
        </p>
      ) : null}
    </div>
  )
}
