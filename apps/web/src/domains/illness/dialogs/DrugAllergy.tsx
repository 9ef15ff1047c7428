import type { AllergyReaction } from '@sukoyaka/wire/record/illness'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import classes from './DrugAllergy.module.css'

/** Characters from which the names take a line of their own, and from which they are cut until somebody asks for all. */
const rowLength = 48
const cutLength = 200

/** Warning on every page of a patient with a drug allergy; as wide as the header on phones and if it is long, so that the name stays in sight. */
export function DrugAllergy({ reactions }: { reactions: readonly AllergyReaction[] | undefined }) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const drugs = reactions?.filter(({ kind, is_occured }) => kind === 'medicine' && is_occured) ?? []
  if (drugs.length === 0) return null
  const drugNames = drugs
    .map(({ description }) => description)
    .filter(Boolean)
    .join(listSeparator(language))
  const [before, after] = drugNames ? t('allergy.drug', { what: '\u0000' }).split('\u0000') : [t('allergy.drugUnnamed'), '']
  const isCut = drugNames.length > cutLength
  return (
    <p className={classes.alert} data-long={drugNames.length > rowLength || undefined}>
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        <span className={isCut && !isOpen ? classes.cut : undefined}>
          {before}
          {drugNames ? <span lang="ja">{drugNames}</span> : null}
          {after}
        </span>
        {isCut ? (
          <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'allergy.less' : 'allergy.more')}
          </button>
        ) : null}
      </span>
    </p>
  )
}
