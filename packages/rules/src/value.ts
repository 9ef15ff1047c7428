import type { Comparator } from '@sukoyaka/wire/record/value'
import type { DateLanguage } from './time.ts'

/** How the values of a category are written. */
export type ValueFormat = {
  decimals: number
  /** Labels of a qualitative category: the value is the index of its label. */
  value_labels?: readonly string[] | null | undefined
  /** The only values a category has, in ascending order. */
  steps?: readonly number[] | null | undefined
}
/** `comparator`: the value is beyond a limit of measurement. */
export type Measurement = { value: number; comparator?: Comparator | null | undefined }
type Span = { min: number | null; max: number | null }

const minus = '\u2212'
const signs: Record<Comparator, string> = { '<': '<', '<=': '≤', '>=': '≥', '>': '>' }

/** A number with exactly these decimals and a true minus sign. */
export const formatDecimal = (value: number, decimals: number): string => {
  // toFixed rounds the binary number, which for 1.005 is below the decimal that was entered; String writes very small numbers with an exponent
  const [mantissa, exponent = '0'] = String(Math.abs(value)).split('e')
  const text = (Math.round(Number(`${mantissa}e${Number(exponent) + decimals}`)) / 10 ** decimals).toFixed(decimals)
  return value < 0 && Number(text) !== 0 ? `${minus}${text}` : text
}

/** `0.7` and `0.15`: steps are written with one decimal if that is exact. */
const decimalsOf = (value: number, { decimals, steps }: ValueFormat) => (steps && Number(value.toFixed(1)) === Number(value.toFixed(decimals)) ? 1 : decimals)

/**
 * A measured value as people read it: the label of a qualitative one, else the number with the category's decimals, and its comparator if it is beyond
 * a limit of measurement.
 */
export const formatValue = ({ value, comparator }: Measurement, format: ValueFormat): string => {
  const label = format.value_labels?.[value]
  return label ?? `${comparator ? signs[comparator] : ''}${formatDecimal(value, decimalsOf(value, format))}`
}

/** The last value below an exclusive limit. */
const lastBelow = (max: number, { decimals, value_labels, steps }: ValueFormat): number =>
  value_labels ? Math.min(Math.ceil(max) - 1, value_labels.length - 1) : (steps?.findLast((step) => step < max) ?? max - 10 ** -decimals)

/** `60–119`, `–129`, `30.0–`, `(−)`, `(−)–(±)`: prints the last value that belongs to the band. Empty if unbounded. */
export const formatRange = ({ min, max }: Span, format: ValueFormat): string => {
  if (min === null && max === null) return ''
  // a scale of labels has a first and a last label, which close a band that is open at one end
  const [first, last] = format.value_labels ? [0, format.value_labels.length] : [null, null]
  const [from, below] = [min ?? first, max ?? last]
  const low = from === null ? '' : formatValue({ value: from }, format)
  const high = below === null ? '' : formatValue({ value: lastBelow(below, format) }, format)
  return low && low === high ? low : `${low}–${high}`
}

/** Whether a difference between two values is a number: not between labels, and not from or to a value beyond a limit. */
const hasDifference = (values: readonly Measurement[], { value_labels }: ValueFormat) => !value_labels && values.every(({ comparator }) => !comparator)

/** A change with its sign, in Japanese `＋7`, `−0.2`, `±0`. For labels and for values beyond a limit, both values: `(−) → (1+)`, or `＝`. */
export const formatChange = (from: Measurement, to: Measurement, format: ValueFormat, language: DateLanguage): string => {
  if (!hasDifference([from, to], format)) {
    const [before, after] = [formatValue(from, format), formatValue(to, format)]
    return before === after ? (language === 'ja' ? '＝' : '=') : `${before} → ${after}`
  }
  const change = Math.round((to.value - from.value) * 1e6) / 1e6
  const text = formatDecimal(Math.abs(change), decimalsOf(change, format))
  if (Number(text) === 0) return language === 'ja' ? `±${text}` : text
  return change < 0 ? `${minus}${text}` : `${language === 'ja' ? '＋' : '+'}${text}`
}

/** Whether a category can have this value: if the category has labels or steps, the value must be one of them. */
export const isPossibleStep = ({ value, comparator }: Measurement, { value_labels, steps }: ValueFormat): boolean =>
  value_labels ? !comparator && value_labels[value] !== undefined : !steps || steps.includes(value)

/** Folds a label to half width and one kind of minus, without spaces, stars and brackets around the whole label. */
const foldLabel = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s*]/g, '')
    .replace(/[−‐‑–—―ー]/g, '-')
    .replace(/^\((.*)\)$/, '$1')

const synonyms: readonly [RegExp, string][] = [
  [/^(陰性|陰|マイナス|negative|neg)$/i, '-'],
  [/^(\+-|\+\/-|-\+|-\/\+|偽陽性|疑陽性|弱陽性|trace)$/i, '±'],
  [/^(陽性|プラス|\+|\+1)$/, '1+'],
  [/^(\+\+|\+2)$/, '2+'],
  [/^(\+{3}|\+3)$/, '3+'],
  [/^(\+{4}|\+4)$/, '4+'],
]
const tokenOf = (text: string) => {
  const folded = foldLabel(text)
  return synonyms.find(([pattern]) => pattern.test(folded))?.[1] ?? folded
}

/** The index of a label as people type or print it: `1+`, `(1+)`, `＋`, `±`, `-`, 陰性. A bare digit is no label: laboratories number the steps differently. */
export const readLabel = (text: string, labels: readonly string[]): number | undefined => {
  const token = tokenOf(text)
  const at = labels.findIndex((label) => tokenOf(label) === token)
  return at < 0 ? undefined : at
}

const comparators: readonly [RegExp, Comparator][] = [
  [/^(?:<=|≦|≤)\s*|\s*以下$/, '<='],
  [/^(?:>=|≧|≥)\s*|\s*以上$/, '>='],
  [/^<\s*|\s*(?:未満|미만)$/, '<'],
  [/^>\s*|\s*(?:超え?|超過)$/, '>'],
]
/** Splits `<0.1`, `0.1未満`, `≧1000` and `1000以上` into number and comparator. Expects half-width text. */
export const splitComparator = (text: string): { text: string; comparator: Comparator | null } => {
  const found = comparators.find(([pattern]) => pattern.test(text))
  return found ? { text: text.replace(found[0], ''), comparator: found[1] } : { text, comparator: null }
}

/** A typed value; undefined when empty. */
export const readTyped = (text: string, { value_labels }: Pick<ValueFormat, 'value_labels'>): Required<Measurement> | 'unreadable' | undefined => {
  const half = text.normalize('NFKC').replace(/\s/g, '')
  if (half === '') return undefined
  if (value_labels) {
    const value = readLabel(half, value_labels)
    return value === undefined ? 'unreadable' : { value, comparator: null }
  }
  const { text: number, comparator } = splitComparator(half)
  const plain = number
    .replace(/[\u2212\u2010-\u2015\u30fc]/g, '-')
    .replaceAll('。', '.')
    .replace(/(?<=\d),(?=\d{3}(\D|$))/g, '')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? { value: Number(plain), comparator } : 'unreadable'
}
