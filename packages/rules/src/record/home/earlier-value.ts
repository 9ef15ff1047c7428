/**
 * By category: the days for which an earlier value counts, and the greatest change since then that needs no confirmation, as a share of it. The `likely` limits of
 * a weight are those of all people, so that a mistyped digit is within them; those of other items are narrow enough.
 */
const usualChanges = new Map([['weight', { days: 30, share: 0.1 }]])

/** Days for which an earlier value of a category is compared with a new one; undefined: never. */
export const comparedDays = (category_name: string): number | undefined => usualChanges.get(category_name)?.days

export const isUnlikeEarlier = (category_name: string, value: number, earlier: number): boolean =>
  Math.abs(value - earlier) > earlier * (usualChanges.get(category_name)?.share ?? Number.POSITIVE_INFINITY)
