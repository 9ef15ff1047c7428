import { parseTypedDay } from '@sukoyaka/rules/day-text'
import type { Field } from '@sukoyaka/wire/admin'

/**
 * The values of a form while they are typed: numbers and lists typed as lines are text, a missing choice is an empty text. Entries of a list have a `key`,
 * which is not sent.
 */
export type Draft = { [name: string]: DraftValue }
export type DraftValue = string | boolean | null | (string | number)[] | Draft | Draft[]

const isChoices = ({ entries, of }: Field) => entries === 'choice' || of !== undefined

/** The draft of a field without a saved value. */
const emptyValue = (field: Field): DraftValue => {
  switch (field.kind) {
    case 'switch':
      return false
    case 'day':
      return null
    case 'group':
      return draftOf(field.fields ?? [])
    case 'list':
      return field.fields || isChoices(field) ? [] : ''
    default:
      return ''
  }
}

const toValue = (field: Field, value: unknown): DraftValue => {
  if (field.kind === 'group') return draftOf(field.fields ?? [], value as object)
  if (field.kind === 'list') {
    if (field.fields) return (value as object[]).map((entry, at) => ({ key: String(at), ...draftOf(field.fields!, entry) }))
    return isChoices(field) ? (value as (string | number)[]) : (value as string[]).join('\n')
  }
  if (field.kind === 'switch' || field.kind === 'day') return value as boolean | string | null
  return value === null ? '' : String(value)
}

/** The draft of a saved record, or of a new one. */
export const draftOf = (fields: readonly Field[], record?: object): Draft => {
  const saved = new Map(Object.entries(record ?? {}))
  return Object.fromEntries(fields.map((field) => [field.name, saved.has(field.name) ? toValue(field, saved.get(field.name)) : emptyValue(field)]))
}

const linesOf = (value: DraftValue | undefined) =>
  String(value ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
/** Undefined for text that is no whole number or has more than 15 digits. */
export const parseInteger = (text: string): number | undefined => {
  const plain = text.normalize('NFKC').replace(/[,\s]/g, '')
  return /^-?\d{1,15}$/.test(plain) ? Number(plain) : undefined
}
/** Undefined for text that is no number in decimal notation or has more than 12 digits before or 9 after the point. */
const parseDecimal = (text: string): number | undefined => {
  const plain = text.normalize('NFKC').replace(/[,\s]/g, '').replace(/[−‐]/g, '-')
  return /^-?\d{1,12}(\.\d{1,9})?$/.test(plain) ? Number(plain) : undefined
}
const parseNumber = ({ kind }: Field, text: string) => (kind === 'decimal' ? parseDecimal(text) : parseInteger(text))
const parseDay = (line: string, today: string) => parseTypedDay(line, today, 'future') ?? undefined

const listInput = (field: Field, value: DraftValue | undefined, today: string): unknown => {
  if (field.fields) return (value as Draft[]).map((entry) => inputOf(field.fields!, entry, today))
  if (isChoices(field)) return value
  return field.entries === 'day' ? linesOf(value).map((line) => parseDay(line, today) ?? line) : linesOf(value)
}

const valueInput = (field: Field, value: DraftValue | undefined, today: string): unknown => {
  switch (field.kind) {
    case 'group':
      return inputOf(field.fields ?? [], value as Draft, today)
    case 'list':
      return listInput(field, value, today)
    case 'number':
    case 'decimal':
      return value === '' && field.isNullable ? null : (parseNumber(field, String(value)) ?? null)
    case 'choice':
      return field.values?.find((choice) => String(choice) === value)
    case 'switch':
    case 'day':
      return value
    default:
      return field.isNullable && value === '' ? null : value
  }
}

/** The body to send: the fields in their wire types. Call it for a draft without errors. `today` completes days without a year. */
export const inputOf = (fields: readonly Field[], draft: Draft, today: string): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, valueInput(field, draft[field.name], today)]))

export type Problem =
  | { reason: 'required' | 'notNumber' | 'notDecimal' }
  | { reason: 'numberRange'; min: number; max: number }
  | { reason: 'notDay'; text: string }
  | { reason: 'tooMany'; max: number }

const problemOf = (field: Field, value: DraftValue | undefined, today: string): Problem | undefined => {
  const isEmpty = value === null || (typeof value === 'string' && value.trim() === '')
  if (isEmpty) return field.isRequired ? { reason: 'required' } : undefined
  if (field.kind === 'number' || field.kind === 'decimal') {
    const number = parseNumber(field, String(value))
    if (number === undefined) return { reason: field.kind === 'number' ? 'notNumber' : 'notDecimal' }
    const { min = field.kind === 'number' ? 0 : -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = field
    return number < min || number > max ? { reason: 'numberRange', min, max } : undefined
  }
  if (field.kind !== 'list') return undefined
  const entries = Array.isArray(value) ? value : linesOf(value)
  if (field.max !== undefined && entries.length > field.max) return { reason: 'tooMany', max: field.max }
  const unreadable = field.entries === 'day' ? linesOf(value).find((line) => !parseDay(line, today)) : undefined
  return unreadable === undefined ? undefined : { reason: 'notDay', text: unreadable }
}

/** Problems by the path of the field, such as `courses.0.price`. `isShown` leaves out fields that the form hides. */
export const problemsOf = (
  fields: readonly Field[],
  draft: Draft,
  today: string,
  isShown: (path: string, siblings: Draft) => boolean = () => true,
  prefix = '',
): Record<string, Problem> =>
  Object.assign(
    {},
    ...fields.map((field) => {
      const path = `${prefix}${field.name}`
      const value = draft[field.name]
      if (!isShown(path.replace(/\.\d+/g, ''), draft)) return {}
      const problem = problemOf(field, value, today)
      const nested =
        field.kind === 'group'
          ? problemsOf(field.fields ?? [], value as Draft, today, isShown, `${path}.`)
          : field.fields
            ? Object.assign({}, ...(value as Draft[]).map((entry, at) => problemsOf(field.fields!, entry, today, isShown, `${path}.${at}.`)))
            : {}
      return { ...(problem && { [path]: problem }), ...nested }
    }),
  )
