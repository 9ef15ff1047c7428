import { expect, test } from 'vitest'
import { agoOf } from './day.ts'
import { anchorOf, filterOf, itemOf, searchOf } from './filter-url.ts'

const parseFilter = (search: string) => filterOf(new URLSearchParams(search))

test('round-trips the filter through the URL and drops invalid values', () => {
  const chosen = { kinds: ['karte', 'interview'] as const, q: '血圧 & 薬', month: '2026-10' }
  const search = searchOf({ ...chosen, kinds: [...chosen.kinds] })
  expect(search).toBe(`?kinds=karte,interview&q=${encodeURIComponent('血圧 & 薬')}&month=2026-10`)
  expect(parseFilter(search)).toEqual(chosen)
  expect(searchOf({ kinds: [], q: '  ', month: undefined })).toBe('')
  expect(parseFilter('?kinds=letters,karte&month=2026-13')).toEqual({ kinds: ['karte'], q: '', month: undefined })
  expect(parseFilter(`?q=${'あ'.repeat(300)}`).q).toHaveLength(100)
})

test('the first event of a record has the plain hash, the second event a hash of its own', () => {
  expect(anchorOf({ kind: 'karte', id: 12, event: 'happened' })).toBe('karte-12')
  expect(anchorOf({ kind: 'habit_goal', id: 5, event: 'added' })).toBe('habit_goal-5')
  expect(anchorOf({ kind: 'habit_goal', id: 5, event: 'achieved' })).toBe('habit_goal-5-achieved')
  expect(itemOf('#karte-12')).toEqual({ item: 'karte-12', anchor: 'karte-12' })
  expect(itemOf('#habit_goal-5-achieved')).toEqual({ item: 'habit_goal-5', anchor: 'habit_goal-5-achieved' })
  for (const hash of ['', '#letters-1', '#karte-0', '#karte', '#karte-12"x']) expect(itemOf(hash)).toBeUndefined()
})

test.each([
  ['2026-11-21', 'ago.today', 0],
  ['2026-11-20', 'ago.yesterday', 1],
  ['2026-11-18', 'ago.days', 3],
  ['2026-09-22', 'ago.days', 60],
  ['2026-09-21', 'ago.months', 2],
  ['2025-11-22', 'ago.months', 11],
  ['2024-11-22', 'ago.months', 23],
  ['2024-11-21', 'ago.years', 2],
])('%s is shown as %s %d', (day, key, count) => {
  // 08:00 on the 21st in Tokyo
  expect(agoOf(day, new Date('2026-11-20T23:00:00Z'))).toEqual({ key, count })
})
