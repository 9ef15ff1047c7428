import { directionOf, judgedNumber, statusOf } from '@sukoyaka/rules/record/checkup'
import { isSerious, type Measurable, readValue } from '@sukoyaka/rules/record/judge'
import { readTyped } from '@sukoyaka/rules/value'
import type { ReferenceRange } from '@sukoyaka/wire/record/checkup'
import type { Comparator } from '@sukoyaka/wire/record/value'

/** Input for one item; `unit` is empty for the item's default unit. */
export type ValueInput = { text: string; unit: string; confirmed: boolean }
/** Keyed by category id. */
export type Draft = { test_package_id: number | null; day: string | null; rows: Readonly<Record<number, ValueInput>> }

export const emptyInput: ValueInput = { text: '', unit: '', confirmed: false }

export type Judgement =
  | { state: 'empty' }
  | { state: 'unreadable' }
  | { state: 'impossible' }
  | { state: 'between' }
  | { state: 'unlikely' | 'fine'; value: number; comparator: Comparator | null; status: number | null; side: 'high' | 'low' | undefined; is_serious: boolean }

/** Client-side check by the same rules as the server. */
export const judgementOf = (category: Measurable, range: ReferenceRange | undefined, { text, unit, confirmed }: ValueInput): Judgement => {
  const typed = readTyped(text, category)
  if (typed === undefined) return { state: 'empty' }
  if (typed === 'unreadable') return { state: 'unreadable' }
  const read = readValue(category, { ...typed, unit, confirmed: true })
  if ('problem' in read) return { state: read.problem === 'impossible' ? 'impossible' : read.problem === 'not_a_step' ? 'between' : 'unreadable' }
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

/** The value of a text that was checked before. */
export const measuredIn = (text: string, category: Measurable) => {
  const typed = readTyped(text, category)
  if (typed === undefined || typed === 'unreadable') throw new Error('unchecked value')
  return { value: typed.value, ...(typed.comparator && { comparator: typed.comparator }) }
}

export const isInvalid = ({ state }: Judgement) => state === 'unreadable' || state === 'impossible' || state === 'between' || state === 'unlikely'
