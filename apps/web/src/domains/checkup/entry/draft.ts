import { directionOf, judgedNumber, statusOf } from '@sukoyaka/rules/record/checkup'
import { isSerious, type Measurable, readValue } from '@sukoyaka/rules/record/judge'
import { formatValue, readTyped } from '@sukoyaka/rules/value'
import type { ReferenceRange } from '@sukoyaka/wire/record/checkup'
import type { Comparator } from '@sukoyaka/wire/record/value'

/** Input for one item; `unit` is empty for the item's default unit. */
export type ValueInput = { text: string; unit: string; confirmed: boolean }
/** Keyed by category id. */
export type Rows = Readonly<Record<number, ValueInput>>
/** `rows` are stored per checkup, and once for days outside checkups, so that a value typed for one checkup is never saved to another. */
export type Draft = { test_package_id: number | null; day: string | null; rows: Readonly<Record<string, Rows>> }

export const emptyInput: ValueInput = { text: '', unit: '', confirmed: false }
const noRows: Rows = {}

const rowsKeyOf = ({ test_package_id }: Pick<Draft, 'test_package_id'>) => (test_package_id === null ? 'day' : `p${test_package_id}`)
export const rowsOf = (draft: Draft): Rows => draft.rows[rowsKeyOf(draft)] ?? noRows
export const withRows = (draft: Draft, rows: Rows): Pick<Draft, 'rows'> => ({ rows: { ...draft.rows, [rowsKeyOf(draft)]: rows } })

/** Whether there is text in any of the rows, also in those of other checkups. */
export const hasText = ({ rows }: Pick<Draft, 'rows'>) => Object.values(rows).some((each) => Object.values(each).some(({ text }) => text.trim()))

export type Judgement =
  | { state: 'empty' }
  | { state: 'unreadable' }
  | { state: 'impossible'; suggestion: string | undefined }
  | { state: 'between' }
  | { state: 'unlikely' | 'fine'; value: number; comparator: Comparator | null; status: number | null; side: 'high' | 'low' | undefined; is_serious: boolean }

/** Suggestion for an impossible number: the same digits with another decimal point, if that is a usual value. */
const suggestionFor = (category: Measurable, value: number): string | undefined => {
  const meant = [0.1, 10, 0.01, 100].map((factor) => Number((value * factor).toPrecision(12)))
  const found = meant.find((number) => !('problem' in readValue(category, { value: number })) && Number(number.toFixed(category.decimals)) === number)
  return found === undefined ? undefined : formatValue({ value: found }, category)
}

/** Client-side check by the same rules as the server. */
export const judgementOf = (category: Measurable, range: ReferenceRange | undefined, { text, unit, confirmed }: ValueInput): Judgement => {
  const typed = readTyped(text, category)
  if (typed === undefined) return { state: 'empty' }
  if (typed === 'unreadable') return { state: 'unreadable' }
  const read = readValue(category, { ...typed, unit, confirmed: true })
  if ('problem' in read) {
    if (read.problem === 'impossible') return { state: 'impossible', suggestion: unit || typed.comparator ? undefined : suggestionFor(category, typed.value) }
    return { state: read.problem === 'not_a_step' ? 'between' : 'unreadable' }
  }
  const isLikely = confirmed || !('problem' in readValue(category, { ...typed, unit }))
  return {
    state: isLikely ? 'fine' : 'unlikely',
    value: read.value,
    comparator: read.comparator,
    status: range ? (statusOf(judgedNumber(read), range) ?? null) : null,
    side: range && directionOf(read, range),
    is_serious: isSerious(read, category),
  }
}

/** Value and comparator of a text that has been checked; throws if it is empty or unreadable. */
export const measuredIn = (text: string, category: Measurable) => {
  const typed = readTyped(text, category)
  if (typed === undefined || typed === 'unreadable') throw new Error('unchecked value')
  return { value: typed.value, ...(typed.comparator && { comparator: typed.comparator }) }
}

export const isInvalid = ({ state }: Judgement) => state === 'unreadable' || state === 'impossible' || state === 'between' || state === 'unlikely'
