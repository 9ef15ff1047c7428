import { expect, test } from 'vitest'
import { mentionOf, partsOf } from './parts.ts'
import { sizeOf } from './size.ts'

const links = (text: string) => partsOf(text).flatMap(({ href }) => href ?? [])

test.each([
  ['資料です https://example.com/a?b=1&c=%20#d', ['https://example.com/a?b=1&c=%20#d']],
  ['https://example.com/aをご覧ください。', ['https://example.com/a']],
  ['（https://example.com/a）', ['https://example.com/a']],
  ['(see https://example.com/a_(b)).', ['https://example.com/a_(b)']],
  ['[{(https://example.com/a)}]。 https://example.com/b.)]}!', ['https://example.com/a', 'https://example.com/b']],
  [`https://example.com/${')'.repeat(9_000)}${'.'.repeat(900)}`, ['https://example.com/']],
  ['https://a.example/1、https://b.example/2!', ['https://a.example/1', 'https://b.example/2']],
  ['病院の案内 http://www.example.jp/map.htmlです', ['http://www.example.jp/map.html']],
  ['HTTP://example.com/A', ['HTTP://example.com/A']],
  ['javascript:alert(1) data:text/html,x ftp://example.com file:///etc/passwd //example.com https:// http:// http:///a', []],
  ['"https://example.com/"><img src=x onerror=alert(1)>', ['https://example.com/']],
])('in %s the links are %s', (text, expected) => {
  expect(links(text)).toEqual(expected)
  expect(
    partsOf(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('highlights names after @ and matches the longer name first', () => {
  const people = [
    { id: 1, last_name: '森', first_name: '' },
    { id: 2, last_name: '森', first_name: '太郎' },
  ]
  const parts = partsOf('@森 太郎さん、@森さん、森さん https://a.example/@森', people)
  expect(parts.map(({ text, person_id }) => [text, person_id])).toEqual([
    ['@森 太郎', 2],
    ['さん、', undefined],
    ['@森', 1],
    ['さん、森さん ', undefined],
    ['https://a.example/', undefined],
    ['@森', 1],
  ])
  expect(mentionOf(people[1]!)).toBe('@森 太郎')
})

test.each([
  [0, '0 B'],
  [340 * 1024, '340 KB'],
  [1_258_291, '1.2 MB'],
  [20 * 1024 * 1024, '20 MB'],
])('formats %i bytes as %s', (bytes, words) => expect(sizeOf(bytes)).toBe(words))
