import { expect, test } from 'vitest'
import { category, result } from '../../../test/data/checkup.ts'
import { gridOf } from '../grid/model.ts'
import { sample } from '../test-data.ts'
import { toCsv } from './csv.ts'
import { resultsCsv } from './results-csv.ts'

test.each(['=1+1', '+81', '-2', '@SUM(A1)', '\tx', '\rx', ' =1', '　＝1', '＋1'])(
  'puts a quote before the text %j, which a spreadsheet would read as a formula',
  (text) => {
    const [line] = toCsv([[text, 'x']])
      .slice(1)
      .split('\r\n,')
    expect(line!.replace(/^"/, '').startsWith("'")).toBe(true)
  },
)

test('keeps numbers numeric, quotes commas and line breaks and writes a UTF-8 byte order mark', () => {
  expect(toCsv([['a,b', 'say "x"', 'two\nlines', -1.5, null]])).toBe('\ufeff"a,b","say ""x""","two\nlines",-1.5,\r\n')
})

const words = {
  head: ['検査日'],
  status: (status: number | null) => (status === 1 ? '異常' : status === 2 ? '注意' : status === 0 ? '基準内' : '未判定'),
  kind: (kind: string | undefined) => kind ?? '',
  group: (name: string) => name,
  derived: '計算値',
  serious: '至急連絡値',
  isStaff: true,
}

test('writes one line per value with all its data', () => {
  const grid = gridOf(sample)
  const [head, first, second] = resultsCsv(grid, [grid.groups[0]!.rows[0]!], words).slice(1).split('\r\n')
  expect(head).toBe('検査日')
  expect(first).toBe('2026-10-14,01:00,lipid,LDLコレステロール,ldl_cholesterol,162,mg/dL,異常,H,60–119,20,detail,港区健診センター,,,,,')
  expect(second).toContain(',142,mg/dL,注意,H,60–119,,simple,')
})

test('escapes formulas in names and origins and includes the originally entered unit', () => {
  const grid = gridOf({
    ...sample,
    categories: [category(1, 'ldl_cholesterol', '=HYPERLINK("x")')],
    results: [result(1, 1, 155, '2026-01-01T00:00:00Z', { origin: '@evil', is_derived: true, is_serious: true, entered_value: 4, entered_unit: 'mmol/L' })],
  })
  const [, line] = resultsCsv(grid, [grid.groups[0]!.rows[0]!], words).split('\r\n')
  expect(line).toContain(`"'=HYPERLINK(""x"")"`)
  expect(line).toContain("'@evil,計算値,4,mmol/L,至急連絡値")
})

test('names no status of a value without a range to patients, as the table does; staff read that it is not judged', () => {
  const grid = gridOf({
    ...sample,
    categories: [category(9, 'height', '身長')],
    results: [result(9, 9, 161.5, '2026-01-01T00:00:00Z', { status: null, range_id: null })],
  })
  const lineFor = (isStaff: boolean) => resultsCsv(grid, [grid.groups[0]!.rows[0]!], { ...words, isStaff })
  expect(lineFor(false)).not.toContain('未判定')
  expect(lineFor(true)).toContain('未判定')
})
