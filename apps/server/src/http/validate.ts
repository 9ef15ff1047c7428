import type { FieldReason } from '@sukoyaka/wire/errors'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Format } from 'typebox/format'
import { apiError } from '../errors/api-error.ts'

const day = /^(\d{4})-(\d{2})-(\d{2})$/
/** Cache of the last valid day, because a post of samples repeats the same few days thousands of times. */
let lastDay = '1970-01-01'
/** Checks that the day exists (2026-02-30 does not), because PostgreSQL and JavaScript treat such dates differently, and that it is not before 1800. */
const isDay = (text: string) => {
  if (text === lastDay) return true
  const parts = day.exec(text)
  if (!parts) return false
  const at = new Date(`${text}T00:00:00Z`)
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && Number(parts[1]) >= 1800
  if (isReal) lastDay = text
  return isReal
}
Format.Set('date', isDay)

const instant = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/i
const [earliest, latest] = [Date.parse('1800-01-01T00:00:00Z'), Date.parse('9999-12-30T00:00:00Z')]
/** Checks that the instant exists in PostgreSQL and JavaScript (no year 0, no second 60) and lies between 1800 and 9999, so that its year sorts as text. */
const isInstant = (text: string) => {
  if (!instant.test(text) || !(text.startsWith(lastDay) || isDay(text.slice(0, 10)))) return false
  const at = Date.parse(text)
  return at >= earliest && at < latest
}
Format.Set('date-time', isInstant)

type Problem = { keyword: string; instancePath: string; params: Record<string, unknown> }

const reasons: Record<string, FieldReason> = {
  required: 'required',
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  exclusiveMinimum: 'too_small',
  maximum: 'too_large',
  exclusiveMaximum: 'too_large',
  pattern: 'format',
  format: 'format',
  enum: 'not_allowed',
  const: 'not_allowed',
  maxItems: 'too_many',
  minItems: 'too_few',
  minProperties: 'required',
}

/** `form`: a multipart or URL-encoded body, whose fields are all text. */
type Where = 'body' | 'form' | 'query' | 'params'

const isBody = (part: Where) => part === 'body' || part === 'form'

const dottedPath = (path: string) => path.split('/').slice(1).join('.')

/** Path of the invalid or missing property; never its value, which may be private. */
const pathOf = (problem: Problem | undefined) =>
  [dottedPath(problem?.instancePath ?? ''), (problem?.params.requiredProperties as string[] | undefined)?.[0]].filter(Boolean).join('.')

/**
 * In a body, an unknown field or a wrong type gives 400 with the name of the field, because no form of the app causes them; other problems give 422 with
 * `fields`. If a value fits no type of a union, wrong types give 422 too. In path and query, every problem gives 400.
 */
const explain = (problems: Problem[], part: Where) => {
  const unknown = problems.find((problem) => problem.keyword === 'additionalProperties')
  if (unknown) {
    const name = [dottedPath(unknown.instancePath), (unknown.params.additionalProperties as string[])[0]].filter(Boolean).join('.')
    return apiError('unknown_parameter', { name: name.slice(0, 100) })
  }
  // each unknown field is also a problem `boolean`; the validator reports only eight problems, which may not include `additionalProperties`
  const forbidden = problems.find((problem) => problem.keyword === 'boolean')
  if (forbidden) return apiError('unknown_parameter', { name: dottedPath(forbidden.instancePath).slice(0, 100) })
  const malformed = problems.find((problem) => problem.keyword === 'type' || !(problem.keyword in reasons || problem.keyword === 'anyOf'))
  const isWrongType = malformed && !problems.some((problem) => problem.keyword === 'anyOf')
  if (!isBody(part) || isWrongType) return apiError('malformed', { name: pathOf(malformed ?? problems[0]).slice(0, 100) })
  const fields: Record<string, FieldReason[]> = {}
  for (const { keyword, instancePath, params } of problems) {
    const reason = reasons[keyword]
    if (!reason) continue
    const names =
      keyword === 'required'
        ? (params.requiredProperties as string[]).map((name) => [dottedPath(instancePath), name].filter(Boolean).join('.'))
        : [dottedPath(instancePath)]
    for (const name of names) fields[name] = [...new Set([...(fields[name] ?? []), reason])]
  }
  return apiError('invalid', { fields })
}

type Node = { type?: string | string[]; anyOf?: Node[]; properties?: Record<string, Node>; items?: Node; 'x-comma'?: boolean; 'x-repeat'?: boolean }

/** Converts text of paths, queries and forms to integers (only in plain notation: no 1e9, no 01), booleans and lists by the schema. */
const read = (schema: Node | undefined, value: unknown): unknown => {
  if (!schema) return value
  // the schema of `q` can be a union of text and an object
  const properties = schema.properties ?? schema.anyOf?.find((variant) => variant.properties)?.properties
  if (properties && typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, read(properties[key], item)]))
  if (schema.type === 'array') {
    const list = typeof value !== 'string' ? value : schema['x-comma'] ? value.split(',') : schema['x-repeat'] ? [value] : value
    return Array.isArray(list) ? list.map((item) => read(schema.items, item)) : list
  }
  if (typeof value !== 'string') return value
  const types = [schema, ...(schema.anyOf ?? [])].flatMap((variant) => variant.type ?? [])
  if (types.includes('integer') && /^(0|-?[1-9]\d{0,15})$/.test(value)) return Number(value)
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/** Whether PostgreSQL cannot store the text, because it has U+0000 or a lone surrogate. */
const isDangerous = (text: string) => !text.isWellFormed() || text.includes('\u0000')

/** Limits above those of any schema in the contract. */
const [maxDepth, maxNames] = [10, 200]

/** A value that is not accepted: the names of its path, and whether it is nested too deeply or has too many fields (else PostgreSQL cannot store it). */
type Unstorable = { path: string[]; isTooLarge: boolean }

/** The first text that PostgreSQL cannot store, or value above the limits. The path is built while the calls return, because most bodies need no path. */
const findUnstorable = (value: unknown, depth = 0): Unstorable | undefined => {
  if (depth > maxDepth) return { path: [], isTooLarge: true }
  if (typeof value === 'string') return isDangerous(value) ? { path: [], isTooLarge: false } : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const names = Array.isArray(value) ? undefined : Object.keys(value)
  if (names && names.length > maxNames) return { path: [], isTooLarge: true }
  const items: ArrayLike<unknown> = names ?? (value as unknown[])
  for (let at = 0; at < items.length; at++) {
    const found = findUnstorable(names ? (value as Record<string, unknown>)[names[at]!] : items[at], depth + 1)
    if (found) return { ...found, path: [names?.[at] ?? String(at), ...found.path] }
  }
  return undefined
}

/** Throws 400 or 422 with the path of a value that PostgreSQL cannot store or that is above the limits. */
const assertStorable = (value: unknown, part: Where) => {
  const found = findUnstorable(value)
  if (!found) return
  const name = found.path.join('.')
  if (found.isTooLarge) throw apiError('malformed', { name: name.slice(0, 100) })
  throw isBody(part) ? apiError('invalid', { fields: { [name]: ['format'] } }) : apiError('malformed', { name })
}

const compiled = new WeakMap<TSchema, ReturnType<typeof Compile>>()
/** Compiles a schema at its first use: all of them together take half a second of a start. */
const compileOnce = (schema: TSchema) => {
  const check = compiled.get(schema) ?? Compile(schema)
  compiled.set(schema, check)
  return check
}

/** Returns a function that validates one part of a request and returns its values, converted by `read` unless it is a JSON body, or throws 400 or 422. */
export const validator = (schema: TSchema, part: Where) => {
  return (raw: unknown): Record<string, unknown> => {
    const value = part === 'body' ? raw : read(schema as Node, raw)
    assertStorable(value, part)
    if (isBody(part) && (typeof value !== 'object' || value === null || Array.isArray(value))) throw apiError('malformed')
    const check = compileOnce(schema)
    if (!check.Check(value)) throw explain([...check.Errors(value)] as Problem[], part)
    return value as Record<string, unknown>
  }
}
