import { describe, expect, test } from 'vitest'
import { serializeParams, withEmptyKeyLists } from './serialize.ts'

describe('query string', () => {
  test.each([
    [{ a: [1] }, 'a[]=1'],
    [{ role: ['doctor', 'nurse'] }, 'role[]=doctor&role[]=nurse'],
    [{ q: { id_eq: 1 } }, 'q[id_eq]=1'],
    [{ q: { id_in: { '': [1, 2] } } }, 'q[id_in][]=1&q[id_in][]=2'],
    [{ page: 2, q: { full_name_cont: '佐伯 &' } }, `page=2&q[full_name_cont]=${encodeURIComponent('佐伯 &')}`],
    [{ page: undefined, q: undefined, unread_only: false }, 'unread_only=false'],
  ])('%j becomes %s', (params, query) => expect(serializeParams(params)).toBe(query))

  test.each([
    { q: { a: { b: 1 } } },
    { q: { a: { '': [1], b: 2 } } },
    { q: { a: [1] } },
    { q: { a: { '': [{ b: 1 }] } } },
    { a: [[1]] },
    { a: [{ b: 1 }] },
    { q: { a: { '': { b: 1 } } } },
  ])('%j throws', (params) => expect(() => serializeParams(params)).toThrow('unexpected nested object in params serializer'))

  test('accepts plain lists inside q', () => expect(serializeParams(withEmptyKeyLists({ q: { id_in: [1, 2] } }))).toBe('q[id_in][]=1&q[id_in][]=2'))
})
