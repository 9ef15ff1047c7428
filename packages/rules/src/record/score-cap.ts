import { type ResultStatus, resultStatus } from '@sukoyaka/wire/record/checkup'
import type { ScoreFinding, ScoreRank } from '@sukoyaka/wire/record/score'
import { scoreRanks } from '@sukoyaka/wire/record/score'
import { isFarBeyond } from './laboratory/far-limits.ts'

/** Least danger level of an unsolved problem that counts as a finding: from 3 the catalogue names illnesses that need care. */
export const minDangerLevel = 3

/** How far a result is out of its range; undefined if it is not judged unhealthy. */
export const findingOf = (name: string, value: number, status: ResultStatus | null, is_serious: boolean): ScoreFinding | undefined => {
  if (is_serious) return 'serious'
  if (status !== resultStatus.unhealthy) return undefined
  return isFarBeyond({ name, value, status }) ? 'far' : 'outside'
}

/**
 * Best rank that a finding allows: of the category it belongs to, and of the total. The points are a mean, on which one finding has little effect; the
 * rank must not look good despite it. A product rule, not a grading of the society.
 */
const bestRanks: Readonly<Record<ScoreFinding, { category: ScoreRank; total: ScoreRank }>> = {
  outside: { category: 'C', total: 'B' },
  illness: { category: 'C', total: 'B' },
  far: { category: 'D', total: 'C' },
  serious: { category: 'E', total: 'D' },
}

/** The rank of the points, lowered to the best one that the findings allow. */
export const cappedRank = (rank: ScoreRank | null, findings: readonly ScoreFinding[], of: 'category' | 'total'): ScoreRank | null =>
  rank && scoreRanks[Math.max(scoreRanks.indexOf(rank), ...findings.map((finding) => scoreRanks.indexOf(bestRanks[finding][of])))]!
