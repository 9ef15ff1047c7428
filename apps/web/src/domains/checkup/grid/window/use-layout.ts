import { useMemo } from 'react'
import type { Line } from '../lines.ts'
import type { Column } from '../model.ts'
import { leadOf, type Sizes } from './sizes.ts'
import { startsOf } from './visible-range.ts'

export type Layout = ReturnType<typeof useLayout>

/** Widths of the leading columns, and the offsets of all lines and value columns. Pixels. */
export const useLayout = (lines: readonly Line[], columns: readonly Column[], sizes: Sizes) => {
  const lead = leadOf(sizes)
  const leadWidth = lead.reduce((sum, width) => sum + width, 0)
  const down = useMemo(
    () =>
      startsOf(
        sizes.head,
        lines.map(({ row }) => (row ? sizes.row : sizes.group)),
      ),
    [lines, sizes],
  )
  const across = useMemo(
    () =>
      startsOf(
        leadWidth,
        columns.map(() => sizes.column),
      ),
    [leadWidth, columns, sizes],
  )
  return { sizes, lead, leadWidth, down, across }
}
