import { checkAllergies, duplicatesOf, medicineNamed, namesDrugFamily, namesOf } from '@sukoyaka/rules/record/medication'
import { intakesFrom } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { AllergyKind, AllergyReaction } from '@sukoyaka/wire/record/illness'
import type { Medicine, MedicineIntake } from '@sukoyaka/wire/record/medication'
import { type Icon, IconAlertTriangle, IconCopy, IconInfoCircle } from '@tabler/icons-react'
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
  /** The patient's recorded allergies of all kinds. */
  allergies: readonly AllergyReaction[] | undefined
}

/** Descriptions of the patient's allergies of these kinds; an empty one under `medicine` is an allergy to an unnamed drug. */
const notesOf = (allergies: readonly AllergyReaction[], ...kinds: AllergyKind[]) =>
  allergies.flatMap(({ kind, is_occured, description }) => (is_occured && kinds.includes(kind) ? [description] : []))

/** Warns about allergies that concern the medicine, says which drug allergies could not be checked, and warns about duplicates. Saving stays possible. */
export function Warnings({ medicine, text, others, allergies = [] }: Props) {
  const { t } = useTranslation('medication')
  const language = useLanguage()
  const name = text.trim()
  const isAsked = allergies.some(({ kind }) => kind === 'medicine')
  const drugAllergies = notesOf(allergies, 'medicine')
  // drugs are also recorded under these kinds, such as アスピリン喘息; most notes name none, so only what concerns the medicine is shown
  const otherNotes = notesOf(allergies, 'asthma', 'other')
  const { currentData } = useListMedicinesQuery({}, { skip: drugAllergies.length + otherNotes.length === 0 })
  const catalogue = currentData?.items ?? []
  const entry = medicine ?? medicineNamed(name, catalogue) ?? null
  const named = namesOf({ medicine_id: entry?.id ?? null, medicine: entry, name: entry ? null : name })
  const check = (allergyNotes: string[]) => checkAllergies(named, name ? allergyNotes : [], catalogue)
  const { matched, related: crossed, ...drugs } = check(drugAllergies)
  const other = check(otherNotes)
  const unchecked = [...drugs.unchecked, ...(named.class_name ? [] : other.unchecked.filter(namesDrugFamily))]
  // notes about asthma often name the class of the medicine that treats it
  const isContraindicated = other.related.length > 0 || checkAllergies({ ...named, class_name: '' }, name ? otherNotes : [], catalogue).matched.length > 0
  const concerned = new Set([...other.matched, ...other.related.map(({ note }) => note)])
  const intakes = intakesFrom(others, tokyoDay(new Date())).map((intake) => ({ ...namesOf(intake), intake }))
  const { same, related } = name ? duplicatesOf(named, intakes) : { same: [], related: [] }
  const separator = listSeparator(language)
  const list = (items: typeof intakes) => items.map(({ intake }) => medicineName(intake)).join(separator)
  const notes = (texts: Iterable<string>) => [...texts].map((note) => note || t('warn.unnamed')).join(separator)
  return (
    <div className={classes.warnings} role="status">
      {isAsked ? null : <Warning tone="caution" Icon={IconInfoCircle} text={t('warn.unasked')} hint={t('warn.unaskedHint')} />}
      {matched.length ? <Warning tone="danger" Icon={IconAlertTriangle} text={t('warn.allergy', { note: notes(matched) })} hint={t('warn.compared')} /> : null}
      {[...Map.groupBy(crossed, ({ family }) => family)].map(([family, items]) => (
        <Warning
          key={family}
          tone="danger"
          Icon={IconAlertTriangle}
          text={t('warn.crossed', { family, note: notes(items.map(({ note }) => note)) })}
          hint={t('warn.crossedHint')}
        />
      ))}
      {concerned.size ? (
        <Warning
          tone={isContraindicated ? 'danger' : 'caution'}
          Icon={IconAlertTriangle}
          text={t('warn.otherKinds', { note: notes(concerned) })}
          hint={t('warn.compared')}
        />
      ) : null}
      {unchecked.length ? (
        <Warning tone="caution" Icon={IconInfoCircle} text={t('warn.unchecked', { note: notes(unchecked) })} hint={t('warn.uncheckedHint')} />
      ) : null}
      {drugAllergies.length && matched.length + crossed.length + unchecked.length === 0 ? (
        <Warning Icon={IconInfoCircle} text={t(name ? 'warn.noMatch' : 'warn.allergies', { note: notes(drugAllergies) })} hint={t('warn.compared')} />
      ) : null}
      {same.length ? <Warning tone="caution" Icon={IconCopy} text={t('warn.same', { names: list(same) })} /> : null}
      {related.length ? <Warning tone="caution" Icon={IconCopy} text={t('warn.related', { group: named.class_name, names: list(related) })} /> : null}
    </div>
  )
}

type WarningProps = { tone?: 'caution' | 'danger'; Icon: Icon; text: string; hint?: string }

function Warning({ tone, Icon, text, hint }: WarningProps) {
  return (
    <p className={clsx(classes.warning, tone && classes[tone])}>
      <Icon aria-hidden />
      <span>
        {text}
        {hint ? <small>{hint}</small> : null}
      </span>
    </p>
  )
}
