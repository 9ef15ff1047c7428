import { checkAllergies, duplicatesOf, medicineNamed, namesOf } from '@sukoyaka/rules/record/medication'
import { intakesOn } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Medicine, MedicineIntake } from '@sukoyaka/wire/record/medication'
import { IconAlertTriangle, IconCopy, IconInfoCircle } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { listSeparator } from '../../ui/text/list-separator.ts'
import { useListMedicinesQuery } from './api.ts'
import classes from './MedicineForm.module.css'
import { medicineName } from './words.ts'

type Props = {
  medicine: Medicine | null
  text: string
  /** The patient's other medicines. */
  others: readonly MedicineIntake[]
  /** Undefined if nobody has asked the patient. */
  drugAllergies: readonly string[] | undefined
}

/** Warns about drug allergies that concern the medicine, says which allergies could not be checked, and warns about duplicates. Saving stays possible. */
export function Warnings({ medicine, text, others, drugAllergies: known }: Props) {
  const { t } = useTranslation('medication')
  const language = useLanguage()
  const name = text.trim()
  const drugAllergies = known ?? []
  const { currentData } = useListMedicinesQuery({}, { skip: drugAllergies.length === 0 })
  const catalogue = currentData?.items ?? []
  const entry = medicine ?? medicineNamed(name, catalogue) ?? null
  const named = namesOf({ medicine_id: entry?.id ?? null, medicine: entry, name: entry ? null : name })
  const { matched, related: crossed, unchecked } = checkAllergies(named, name ? drugAllergies : [], catalogue)
  const currentIntakes = intakesOn(others, tokyoDay(new Date())).map((intake) => ({ ...namesOf(intake), intake }))
  const { same, related } = name ? duplicatesOf(named, currentIntakes) : { same: [], related: [] }
  const separator = listSeparator(language)
  const list = (intakes: typeof currentIntakes) => intakes.map(({ intake }) => medicineName(intake)).join(separator)
  const notes = (texts: readonly string[]) => texts.map((note) => note || t('warn.unnamed')).join(separator)
  return (
    <div className={classes.warnings} role="status">
      {known ? null : (
        <p className={clsx(classes.warning, classes.caution)}>
          <IconInfoCircle aria-hidden />
          <span>
            {t('warn.unasked')}
            <small>{t('warn.unaskedHint')}</small>
          </span>
        </p>
      )}
      {matched.length ? (
        <p className={clsx(classes.warning, classes.danger)}>
          <IconAlertTriangle aria-hidden />
          <span>
            {t('warn.allergy', { note: notes(matched) })}
            <small>{t('warn.compared')}</small>
          </span>
        </p>
      ) : null}
      {[...Map.groupBy(crossed, ({ family }) => family)].map(([family, items]) => (
        <p key={family} className={clsx(classes.warning, classes.danger)}>
          <IconAlertTriangle aria-hidden />
          <span>
            {t('warn.crossed', { family, note: notes(items.map(({ note }) => note)) })}
            <small>{t('warn.crossedHint')}</small>
          </span>
        </p>
      ))}
      {unchecked.length ? (
        <p className={clsx(classes.warning, classes.caution)}>
          <IconInfoCircle aria-hidden />
          <span>
            {t('warn.unchecked', { note: notes(unchecked) })}
            <small>{t('warn.uncheckedHint')}</small>
          </span>
        </p>
      ) : null}
      {drugAllergies.length && matched.length + crossed.length + unchecked.length === 0 ? (
        <p className={classes.warning}>
          <IconInfoCircle aria-hidden />
          <span>
            {t(name ? 'warn.noMatch' : 'warn.allergies', { note: notes(drugAllergies) })}
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
