import type { AllergyReaction } from '@sukoyaka/wire/record/illness'
import { IconAlertTriangle } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { MarkIcon } from '../../../ui/status/marks.tsx'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import classes from './DrugAllergy.module.css'

/** Names longer than `rowLength` characters get a line of their own; names longer than `cutLength` are truncated until expanded. */
const rowLength = 48
const cutLength = 200

/**
 * Drug allergies beside a patient's name. On phones, and if they are long, they take the full width, so that the patient's name stays visible. Staff also
 * see "none" with who said so and when, or that nobody has asked. Renders nothing while loading.
 */
export function DrugAllergy({ reactions }: { reactions: readonly AllergyReaction[] | undefined }) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  const isStaff = usePermission('coordination.read')
  const [isOpen, setOpen] = useState(false)
  const drugs = reactions?.filter(({ kind, is_occured }) => kind === 'medicine' && is_occured) ?? []
  if (drugs.length === 0) {
    if (!reactions || !isStaff) return null
    const none = reactions.find(({ kind }) => kind === 'medicine')
    return (
      <p className={clsx(classes.alert, none ? classes.none : classes.unasked)}>
        {none ? null : <MarkIcon tone="unknown" />}
        {none
          ? t(none.is_self_reported ? 'allergy.drugNoneAnswered' : 'allergy.drugNone', { day: formatDate(none.confirmed_at, language) })
          : t('allergy.drugUnasked')}
      </p>
    )
  }
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
