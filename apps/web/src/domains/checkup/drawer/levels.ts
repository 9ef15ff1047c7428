export type Placed<M> = M & { level: number | undefined }

/**
 * Lays out labels above the plot without overlap, each on the first level with room. `level` is undefined if no level has room or the same
 * label is already nearby.
 */
export const levelsOf = <M extends { x: number; width: number; label: string }>(marks: readonly M[], levels: number): Placed<M>[] => {
  const ends = Array.from({ length: levels }, () => Number.NEGATIVE_INFINITY)
  const lastXByLabel = new Map<string, number>()
  return marks
    .toSorted((a, b) => a.x - b.x)
    .map((mark) => {
      if ((lastXByLabel.get(mark.label) ?? Number.NEGATIVE_INFINITY) > mark.x - mark.width) return { ...mark, level: undefined }
      const level = ends.findIndex((end) => end <= mark.x - mark.width / 2)
      if (level < 0) return { ...mark, level: undefined }
      lastXByLabel.set(mark.label, mark.x)
      ends[level] = mark.x + mark.width / 2 + 6
      return { ...mark, level }
    })
}
