import { directionOf } from '@sukoyaka/rules/record/checkup'
import { formatValue } from '@sukoyaka/rules/value'
import type { TestResult } from '@sukoyaka/wire/record/checkup'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import type { NewestValue } from '../abnormal.ts'
import { momentOf } from '../drawer/period.ts'
import { useNewestValueTexts } from '../newest-value-texts.ts'
import { type Audience, shownSide, useStatusWords } from '../spoken.ts'
import classes from './LaterValue.module.css'

type Props = { newestValue: NewestValue; later: TestResult; audience: Audience }

/** Beside a critical value of which the patient was not told: when it was measured, and the newest value, which is not critical. */
export function LaterValue({ newestValue, later, audience }: Props) {
  const { t } = useTranslation('checkup')
  const language = useLanguage()
  const { unit } = useNewestValueTexts(newestValue)
  const words = useStatusWords(audience)
  const { category, newest, range } = newestValue
  const side = shownSide(audience, category, range && directionOf(later, range))
  return (
    <span className={classes.later}>
      {t(`later.${audience}`, {
        at: momentOf(newest, language),
        value: `${formatValue(later, category)} ${unit}`.trim(),
        later: momentOf(later, language),
        status: words.status(later.status, side),
      })}
    </span>
  )
}
