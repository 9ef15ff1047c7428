import { directionOf, statusOf } from '@sukoyaka/rules/record/checkup'
import { isSerious, type Measurable, readValue } from '@sukoyaka/rules/record/judge'
import type { ReferenceRange } from '@sukoyaka/wire/record/checkup'

/** Input for one item; `unit` is empty for the item's default unit. */
export type ValueInput = { text: string; unit: string; confirmed: boolean }
/** Keyed by category id. */
export type Draft = { test_package_id: number | null; day: string | null; rows: Readonly<Record<number, ValueInput>> }

export const emptyInput: ValueInput = { text: '', unit: '', confirmed: false }

/** Parses a typed number, full-width digits included; undefined when empty, NaN when invalid. */
export const parseValue = (text: string): number | undefined => {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s\u3000]/g, '')
    .replace(/[\u2212\u2010-\u2015\u30fc]/g, '-')
    .replaceAll('。', '.')
    .replace(/(?<=\d),(?=\d{3}(\D|$))/g, '')
  if (plain === '') return undefined
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

export type Judgement =
  | { state: 'empty' }
  | { state: 'unreadable' }
  | { state: 'impossible' }
  | { state: 'unlikely' | 'fine'; value: number; status: number | null; side: 'high' | 'low' | undefined; is_serious: boolean }

/** Client-side check by the same rules as the server. */
export const judgementOf = (category: Measurable, range: ReferenceRange | undefined, { text, unit, confirmed }: ValueInput): Judgement => {
  const value = parseValue(text)
  if (value === undefined) return { state: 'empty' }
  if (Number.isNaN(value)) return { state: 'unreadable' }
  const read = readValue(category, { value, unit, confirmed: true })
  if ('problem' in read) return { state: read.problem === 'impossible' ? 'impossible' : 'unreadable' }
  const isLikely = confirmed || !('problem' in readValue(category, { value, unit }))
  return {
    state: isLikely ? 'fine' : 'unlikely',
    value: read.value,
    status: range ? (statusOf(read.value, range) ?? null) : null,
    side: range && directionOf(read.value, range),
    is_serious: isSerious(read.value, category),
  }
}

export const isInvalid = ({ state }: Judgement) => state === 'unreadable' || state === 'impossible' || state === 'unlikely'
