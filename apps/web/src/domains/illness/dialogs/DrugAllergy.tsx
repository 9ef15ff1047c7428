import type { AllergyReaction } from '@sukoyaka/wire/record/illness'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import classes from './DrugAllergy.module.css'

/** Warning on every page of a patient with a drug allergy; as wide as the header on phones. */
export function DrugAllergy({ reactions }: { reactions: readonly AllergyReaction[] | undefined }) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  const drugs = reactions?.filter(({ kind, is_occured }) => kind === 'medicine' && is_occured) ?? []
  if (drugs.length === 0) return null
  const drugNames = drugs
    .map(({ description }) => description)
    .filter(Boolean)
    .join(listSeparator(language))
  const [before, after] = drugNames ? t('allergy.drug', { what: '\u0000' }).split('\u0000') : [t('allergy.drugUnnamed'), '']
  return (
    <p className={classes.alert}>
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        {before}
        {drugNames ? <span lang="ja">{drugNames}</span> : null}
        {after}
      </span>
    </p>
  )
}
