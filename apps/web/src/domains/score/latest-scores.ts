import type { HealthScore } from '@sukoyaka/wire/record/score'

/** Latest score of a category, its change from the previous score that has points, and the time of that one; both null if there is nothing to compare. */
export type LatestScore = { score: HealthScore; change: number | null; since: string | null }

/** Expects items in catalogue order, the newest first within a category. */
export const latestScoresOf = (items: readonly HealthScore[]): LatestScore[] =>
  [...Map.groupBy(items, ({ category }) => category.id).values()].map((scores) => {
    const [score, ...older] = scores as [HealthScore, ...HealthScore[]]
    const before = older.find(({ point }) => point !== null)
    const isKnown = score.point !== null && before !== undefined
    return { score, change: isKnown ? score.point! - before.point! : null, since: isKnown ? before.calculated_at : null }
  })
