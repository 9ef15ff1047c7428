import type { ScoreRank } from '@sukoyaka/wire/record/score'
import { clsx } from 'clsx'
import type { Tone } from '../../ui/status/marks.tsx'
import classes from './Rank.module.css'

/** A and B are healthy, C is a warning, D and E are danger. The letter carries the information without colour. */
const toneOfRank = (rank: ScoreRank | null): Tone =>
  rank === null ? 'unknown' : rank === 'C' ? 'warning' : rank === 'D' || rank === 'E' ? 'danger' : 'healthy'
export const statusOfRank = (rank: ScoreRank | null) => ({ healthy: 0, warning: 2, danger: 1, unknown: undefined })[toneOfRank(rank)] as 0 | 1 | 2 | undefined

export function Rank({ rank, large }: { rank: ScoreRank | null; large?: boolean }) {
  return <span className={clsx(classes.rank, classes[toneOfRank(rank)], large && classes.large)}>{rank ?? '–'}</span>
}

export function PointBar({ point, rank, thick }: { point: number | null; rank: ScoreRank | null; thick?: boolean }) {
  return (
    <span className={clsx(classes.bar, thick && classes.thick)} aria-hidden="true">
      {point === null ? null : <span className={classes[toneOfRank(rank)]} style={{ width: `${point}%` }} />}
    </span>
  )
}
