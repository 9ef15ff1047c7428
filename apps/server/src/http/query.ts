import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { apiError } from '../errors/api-error.ts'

export type Query = { [name: string]: string | string[] | { [key: string]: string | string[] } }

const form = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[([A-Za-z_][A-Za-z0-9_]*)?\])?(\[\])?$/
const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

/**
 * Parses `a=1`, `a[]=1`, `q[id_eq]=1` and `q[id_in][]=1`; no other forms. Deeper nesting, a repeated name
 * without brackets, and invalid UTF-8 are rejected with 400.
 */
export const parseQuery = (text: string): Query => {
  const query: Query = Object.create(null)
  if (!text) return query
  const parts = text.split('&')
  if (parts.length > 1_200) throw apiError('malformed')
  for (const part of parts) {
    if (!part) continue
    const at = part.indexOf('=')
    let name: string, value: string
    try {
      name = decode(at < 0 ? part : part.slice(0, at))
      value = at < 0 ? '' : decode(part.slice(at + 1))
    } catch {
      throw apiError('malformed')
    }
    const match = form.exec(name)
    if (!match) throw apiError(/\[/.test(name) ? 'nested_query' : 'unknown_parameter', { name: name.slice(0, 100) })
    const [, base, key, list] = match
    const isArrayOfBase = key === undefined && name.includes('[')
    if (isArrayOfBase && list) throw apiError('nested_query', { name: name.slice(0, 100) })
    const target = key === undefined ? query : objectAt(query, base!)
    setValue(target, key ?? base!, value, isArrayOfBase || list !== undefined)
  }
  return query
}

const objectAt = (query: Query, name: string): { [key: string]: string | string[] } => {
  const existing = query[name]
  if (existing === undefined) {
    const created: { [key: string]: string | string[] } = Object.create(null)
    query[name] = created
    return created
  }
  if (typeof existing === 'string' || Array.isArray(existing)) throw apiError('malformed', { name })
  return existing
}

const setValue = (target: Query | { [key: string]: string | string[] }, key: string, value: string, isList: boolean) => {
  const existing = target[key]
  if (!isList) {
    if (existing !== undefined) throw apiError('malformed', { name: key })
    target[key] = value
  } else if (existing === undefined) target[key] = [value]
  else if (Array.isArray(existing)) existing.push(value)
  else throw apiError('malformed', { name: key })
}

const parseError = Symbol('refused')

/** Parses the query for Fastify's router, where an exception would crash the process: an error is stored in the query, and `checkQuery` throws it. */
export const readQuery = (text: string): Query => {
  try {
    return parseQuery(text)
  } catch (error) {
    return Object.assign(Object.create(null), { [parseError]: error })
  }
}

/** The query of a FHIR call, or a form body: a repeated name becomes a list. A trailing `[]` is ignored. */
export const parseRepeatedQuery = (text: string): Query => {
  const query: Query = Object.create(null)
  const parts = text.split('&').filter(Boolean)
  if (parts.length > 200) throw apiError('malformed')
  for (const part of parts) {
    const at = part.indexOf('=')
    let name: string, value: string
    try {
      name = decode(at < 0 ? part : part.slice(0, at)).replace(/\[\]$/, '')
      value = at < 0 ? '' : decode(part.slice(at + 1))
    } catch {
      throw apiError('malformed')
    }
    if (!/^[A-Za-z_][\w:-]*$/.test(name)) throw apiError(name.includes('[') ? 'nested_query' : 'unknown_parameter', { name: name.slice(0, 100) })
    const existing = query[name] as string | string[] | undefined
    query[name] = existing === undefined ? value : [existing, value].flat()
  }
  return query
}

type QueryRequest = { query: unknown; url: string; routeOptions: { config: { endpoint?: Endpoint } } }

/** Throws the error that `readQuery` stored. The query of a FHIR call is parsed again by `parseRepeatedQuery` instead. */
export const checkQuery = async (request: QueryRequest) => {
  if (request.routeOptions.config.endpoint?.standard === 'fhir') {
    const at = request.url.indexOf('?')
    request.query = parseRepeatedQuery(at < 0 ? '' : request.url.slice(at + 1))
    return
  }
  const { query } = request
  const error = (query as { [parseError]?: unknown } | undefined)?.[parseError]
  if (error) throw error
}
