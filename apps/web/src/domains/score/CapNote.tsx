import { formatUnit } from '@sukoyaka/rules/record/answer'
import { formatDecimal } from '@sukoyaka/rules/value'
import type { HealthScoreCap, ScoreRank } from '@sukoyaka/wire/record/score'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import classes from './ScoreDetail.module.css'
import { useSourceWords } from './words.ts'

type Props = { caps: readonly HealthScoreCap[]; rank: ScoreRank; audience: 'staff' | 'patient' }

const maxNamed = 3

/** Explains why the rank of a score is worse than its points. */
export function CapNote({ caps, rank, audience }: Props) {
  const { t } = useTranslation('score')
  const language = useLanguage()
  const { nameOf } = useSourceWords(audience)
  const textOf = ({ finding, name, display_name, value, label, unit_display, decimals }: HealthScoreCap) => {
    const number = value === null || unit_display === '' ? '' : `${formatDecimal(value, decimals)} ${formatUnit(unit_display, language)}`
    const printed = label ?? number
    // a critical value is a single reading, also of an item that otherwise counts as a mean
    const item = finding === 'serious' ? display_name : nameOf({ type: 'numeric_test_result_category', name, display_name })
    const what = `${item} ${printed}`.trimEnd()
    return audience === 'staff' ? t(`cap.${finding}`, { what }) : what
  }
  const more = caps.length - maxNamed
  const named = caps.slice(0, maxNamed).map(textOf).join(t('missing.and'))
  return (
    <p className={classes.cap}>
      {t(`cap.note.${audience}`, {
        word: t(audience === 'staff' ? `word.${rank}` : `rank.${rank}`),
        what: more > 0 ? t('cap.more', { what: named, count: more }) : named,
      })}
    </p>
  )
}
