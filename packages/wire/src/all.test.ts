import { expect, test } from 'vitest'
import { endpoints, publishedTags, staffOnlyTags } from './all.ts'

test('a tag is for staff only in every endpoint or in none', () => {
  const tagsForAll = new Set<string>([...publishedTags.changes, ...endpoints.flatMap(({ endpoint }) => endpoint.changes ?? [])])
  expect(tagsForAll.has('messages')).toBe(true)
  expect([...staffOnlyTags].filter((tag) => tagsForAll.has(tag))).toEqual([])
})
