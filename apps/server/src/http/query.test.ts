import { expect, test } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { parseQuery } from './query.ts'

const codeOf = (text: string) => {
  try {
    parseQuery(text)
    return undefined
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error)
  }
}

test.each([
  ['', {}],
  ['a=1', { a: '1' }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['q[id_eq]=1', { q: { id_eq: '1' } }],
  ['q[id_in][]=1&q[id_in][]=2&page=3', { q: { id_in: ['1', '2'] }, page: '3' }],
  ['q%5Bfull_name_cont%5D=%E3%81%95+%E3%81%88', { q: { full_name_cont: 'さ え' } }],
])('parses %s', (text, value) => expect(parseQuery(text)).toEqual(value))

test.each([
  ['a[b][c]=1', 'nested_query'],
  ['a[][b]=1', 'nested_query'],
  ['a[b][][c]=1', 'nested_query'],
  ['a[][]=1', 'nested_query'],
  ['a=1&a=2', 'malformed'],
  ['a=1&a[]=2', 'malformed'],
  ['q[id_eq]=1&q[id_eq]=2', 'malformed'],
  ['a[0]=1', 'nested_query'],
  ['a[b=1', 'nested_query'],
  ['a[b]=1&a=2', 'malformed'],
  ['a=%ff', 'malformed'],
  ['a-b=1', 'unknown_parameter'],
])('rejects %s with %s', (text, code) => {
  expect(codeOf(text)).toBe(code)
})

test('accepts __proto__ as an ordinary name and leaves prototypes unchanged', () => {
  expect(codeOf('__proto__[x]=1')).toBeUndefined()
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  expect(({} as { x?: unknown }).x).toBeUndefined()
})
