import type { HealthScore } from '@sukoyaka/wire/record/score'

/** Where one category stands: its newest score and by how much it changed since the one before. */
export type Standing = { score: HealthScore; change: number | null; since: string | null }

/** The items come newest first in each category, in the order of the catalogue. */
export const standingsOf = (items: readonly HealthScore[]): Standing[] =>
  [...Map.groupBy(items, ({ category }) => category.id).values()].map((scores) => {
    const [score, ...older] = scores as [HealthScore, ...HealthScore[]]
    const before = older.find(({ point }) => point !== null)
    const isKnown = score.point !== null && before !== undefined
    return { score, change: isKnown ? score.point! - before.point! : null, since: isKnown ? before.calculated_at : null }
  })
