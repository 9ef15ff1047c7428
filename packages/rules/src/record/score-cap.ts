import { type ResultStatus, resultStatus } from '@sukoyaka/wire/record/checkup'
import type { ScoreFinding, ScoreRank } from '@sukoyaka/wire/record/score'
import { scoreRanks } from '@sukoyaka/wire/record/score'
import { isFarBeyond } from './laboratory/far-limits.ts'

/** Danger level from which an unsolved problem counts as a finding: diseases of level 3 and above need treatment or follow-up (diseases.json). */
export const minDangerLevel = 3

/** Finding of a result: a critical value is serious whatever its status; other results have one only if they are judged unhealthy. */
export const findingOf = (name: string, value: number, status: ResultStatus | null, is_serious: boolean): ScoreFinding | undefined => {
  if (is_serious) return 'serious'
  if (status !== resultStatus.unhealthy) return undefined
  return isFarBeyond({ name, value, status }) ? 'far' : 'outside'
}

/**
 * Best rank that a finding allows: of the category it belongs to, and of the total. The points are a mean, on which one finding has little effect; the
 * rank must not look good despite it. This is our own rule, not the grades A to E (判定区分) of 日本人間ドック・予防医療学会.
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
