import Type from 'typebox'
import { Nullable, OneOf } from '../endpoint.ts'

/** Max numeric results in one list. */
export const maxResults = 10_000

/** For a value beyond a limit of measurement: the real value is below, at most, at least or above `value`. */
export const comparators = ['<', '<=', '>=', '>'] as const
export type Comparator = (typeof comparators)[number]
/** Comparator of a result beyond a limit of measurement, such as `<0.1`; null or absent for other results. */
export const OptionalComparator = Type.Optional(Nullable(OneOf(comparators)))

/** How values of a category are written and entered. */
export const valueFormat = {
  /** Decimals as printed by the laboratory. */
  decimals: Type.Integer(),
  /** Labels of a qualitative category, such as `(−)` and `(1+)`: a value is the index of its label. */
  value_labels: Type.Optional(Nullable(Type.Array(Type.String()))),
  /** The only values of the category, such as those of an eye chart. */
  steps: Type.Optional(Nullable(Type.Array(Type.Number()))),
}
