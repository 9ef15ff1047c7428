/** What a row draws: a column by its place, or how many are passed over. */
export type Span = { at: number; skip?: undefined } | { skip: number; at: number }

/** The columns in sight, in their order, and what lies between them as gaps, so that all rows of the table stay equally wide. */
export const spansOf = (shown: readonly number[], count: number): Span[] => {
  const spans: Span[] = []
  let next = 0
  for (const at of shown) {
    if (at > next) spans.push({ skip: at - next, at: next })
    spans.push({ at })
    next = at + 1
  }
  if (next < count) spans.push({ skip: count - next, at: next })
  return spans
}
