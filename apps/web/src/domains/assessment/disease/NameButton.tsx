import type { Assessment } from '@sukoyaka/wire/care/assessment'
import { useTranslation } from 'react-i18next'
import classes from '../AssessmentsCard.module.css'
import { useNameLang } from '../words.ts'

/** Disease name, marked when only suspected; opens the disease details. */
export function NameButton({ assessment, onOpen }: { assessment: Assessment; onOpen: (assessment: Assessment) => void }) {
  const { t } = useTranslation('assessment')
  const langOf = useNameLang()
  const { disease, kind } = assessment
  if (!disease) return null
  return (
    <button type="button" className={classes.name} aria-haspopup="dialog" onClick={() => onOpen(assessment)}>
      <span lang={langOf(disease)}>{disease.display_name}</span>
      {kind === 'suspect' ? t('card.suspected') : null}
    </button>
  )
}
