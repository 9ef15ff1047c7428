import { expect, test } from 'vitest'
import { columnsOf } from './doctor.ts'

test('the table of values begins on the first page and fills both columns there, even if the part above it is long or all values are in one group', () => {
  const row = { name: '項目', status: 0 as const, mark: '', value: '1', flag: '', range: '', before: [] }
  const groupOf = (count: number) => ({ name: '血球', rows: Array.from({ length: count }, () => row) })
  for (const more of [0, 20, 60])
    for (const groups of [Array.from({ length: 20 }, () => groupOf(6)), [groupOf(90)], [groupOf(9), groupOf(2)]]) {
      const pages = columnsOf(groups, more)
      expect(pages[0]!.map((column) => column.length > 0)).toEqual([true, true])
      expect(pages.flat(2).flatMap(({ rows }) => rows)).toHaveLength(groups.flatMap(({ rows }) => rows).length)
    }
})
