/** Segment of a row: a column by index, or a number of skipped columns. */
export type Span = { at: number; skip?: undefined } | { skip: number; at: number }

/** Visible columns in order, with gaps between them, so that all rows have the same width. */
export const spansOf = (visible: readonly number[], count: number): Span[] => {
  const spans: Span[] = []
  let next = 0
  for (const at of visible) {
    if (at > next) spans.push({ skip: at - next, at: next })
    spans.push({ at })
    next = at + 1
  }
  if (next < count) spans.push({ skip: count - next, at: next })
  return spans
}
