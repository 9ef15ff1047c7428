import type { ScoreRank } from '@sukoyaka/wire/record/score'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { Tone } from '../../ui/status/marks.tsx'
import classes from './RankWord.module.css'

/** A and B are healthy, C is a warning, D and E are danger. */
const toneOfRank = (rank: ScoreRank | null): Tone =>
  rank === null ? 'unknown' : rank === 'C' ? 'warning' : rank === 'D' || rank === 'E' ? 'danger' : 'healthy'
export const statusOfRank = (rank: ScoreRank | null) => ({ healthy: 0, warning: 2, danger: 1, unknown: undefined })[toneOfRank(rank)] as 0 | 1 | 2 | undefined

/** A rank in words. Its letter is not shown, because checkups grade their findings from A to E (判定区分). */
export function RankWord({ rank, large }: { rank: ScoreRank; large?: boolean }) {
  const { t } = useTranslation('score')
  return <span className={clsx(classes.word, classes[toneOfRank(rank)], large && classes.large)}>{t(`word.${rank}`)}</span>
}

export function PointBar({ point, rank, thick }: { point: number | null; rank: ScoreRank | null; thick?: boolean }) {
  return (
    <span className={clsx(classes.bar, thick && classes.thick)} aria-hidden="true">
      {point === null ? null : <span className={classes[toneOfRank(rank)]} style={{ width: `${point}%` }} />}
    </span>
  )
}
