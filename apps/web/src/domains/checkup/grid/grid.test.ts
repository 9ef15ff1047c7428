import { expect, test } from 'vitest'
import { category, result } from '../../../test/data/checkup.ts'
import { sample } from '../test-data.ts'
import { targetOf } from './keyboard.ts'
import { countAbnormal, type Filter, linesOf } from './lines.ts'
import { hasManyMeasuredColumns, withMeasuredColumn } from './measured.ts'
import { type Grid, gridOf, gridSince, sideOf, sinceOf } from './model.ts'
import { categoryMatcher } from './search.ts'
import { spansOf } from './window/spans.ts'

const grid = gridOf(sample)
const all: Filter = { q: '', group: '', onlyAbnormal: false, closed: new Set() }
const linesWith = (filter: Partial<Filter>, of: Grid = grid) => {
  const matches = categoryMatcher(filter.q ?? '')
  return linesOf(of, { ...all, ...filter }, (row) => matches(row.category))
}
const names = (...given: Parameters<typeof linesWith>) => linesWith(...given).rows.map(({ category: { name } }) => name)

test('has a column per checkup and per Tokyo day with values outside checkups, newest first; a planned checkup has no column', () => {
  expect(grid.columns.map(({ key, day, is_unreleased, origin }) => [key, day, is_unreleased, origin])).toEqual([
    ['d2026-11-20', '2026-11-20', false, '血糖計'],
    ['p7', '2026-10-14', true, ''],
    ['p5', '2025-10-14', false, ''],
  ])
})

test('a row has its values by column, the change since the previous value and the range of the newest', () => {
  const [lipid, glucose] = grid.groups
  expect(grid.groups.map(({ name }) => name)).toEqual(['lipid', 'glucose'])
  const ldl = lipid!.rows[0]!
  expect([ldl.newest.value, ldl.previous?.value, ldl.range?.id]).toEqual([162, 142, 1])
  expect([...ldl.cells].map(([key, { value }]) => [key, value])).toEqual([
    ['p7', 162],
    ['p5', 142],
  ])
  expect(glucose!.rows[0]!.previous).toBeUndefined()
})

test('days outside checkups share a column when they are many, with the newest value of each item', () => {
  const readings = [18, 17, 16].map((day, at) => result(40 + at, 3, 90 + at, `2026-11-${day}T01:00:00Z`, { origin: '血糖計', status: null, range_id: null }))
  const many = gridOf({ ...sample, results: [...sample.results, ...readings] })
  expect([hasManyMeasuredColumns(grid), hasManyMeasuredColumns(many)]).toEqual([false, true])
  const { columns, groups } = withMeasuredColumn(many)
  expect(columns.map(({ key }) => key)).toEqual(['p7', 'measured', 'p5'])
  expect(groups[1]!.rows[0]!.cells.get('measured')?.recorded_at).toBe(many.groups[1]!.rows[0]!.newest.recorded_at)
})

test('a period leaves out older values of the shared column, and items that have only such values', () => {
  const old = result(14, 3, 98, '2023-11-19T15:30:00Z', { origin: '血糖計', status: null, range_id: null })
  const hdl = result(15, 2, 61, '2026-11-19T15:30:00Z', { range_id: 2 })
  const recent = gridSince(gridOf({ ...sample, results: [...sample.results.slice(0, 3), old, hdl] }), sinceOf('1', '2026-11-21'))
  expect(withMeasuredColumn(recent).columns.map(({ key }) => key)).toEqual(['p7', 'measured'])
  expect(names({}, withMeasuredColumn(recent))).toEqual(['ldl_cholesterol', 'hdl_cholesterol'])
})

test('shows the later of two values at one checkup and keeps both', () => {
  const twice = gridOf({ ...sample, results: [...sample.results, result(20, 1, 150, '2026-10-13T18:00:00Z', { test_package_id: 7, status: 1 })] })
  const ldl = twice.groups[0]!.rows[0]!
  expect(ldl.cells.get('p7')?.value).toBe(150)
  expect(ldl.results).toHaveLength(3)
})

test("derives H and L from the value's own range, never for values without a status", () => {
  const [ldl, hdl] = grid.groups[0]!.rows
  expect(sideOf(ldl!.newest, grid.rangeOf(ldl!.newest))).toBe('high')
  expect(sideOf(hdl!.newest, grid.rangeOf(hdl!.newest))).toBeUndefined()
  expect(sideOf({ ...ldl!.newest, status: null }, grid.rangeOf(ldl!.newest))).toBeUndefined()
})

test('filters items by group, by values out of range and by period; a period also leaves out older columns', () => {
  expect(names({ group: 'glucose' })).toEqual(['fasting_glucose'])
  expect(names({ onlyAbnormal: true })).toEqual(['ldl_cholesterol'])
  expect(countAbnormal(grid)).toBe(1)
  const recent = gridSince(grid, sinceOf('1', '2026-11-21'))
  expect(recent.columns.map(({ key }) => key)).toEqual(['d2026-11-20', 'p7'])
  expect(names({}, recent)).toEqual(['ldl_cholesterol', 'fasting_glucose'])
})

test('keeps header and count of a closed group; a search opens it', () => {
  const closed = new Set(['lipid'])
  expect(linesWith({ closed }).lines.map(({ key }) => key)).toEqual(['g lipid', 'g glucose', 'r 3'])
  expect(linesWith({ closed }).lines[0]).toMatchObject({ count: 2, open: false })
  expect(linesWith({ closed, q: 'ldl' }).lines.map(({ key }) => key)).toEqual(['g lipid', 'r 1'])
})

test.each([
  ['LDL', 'ldl_cholesterol'],
  ['ｌｄｌ　コレステ', 'ldl_cholesterol'],
  ['これすてろーる hdl', 'hdl_cholesterol'],
  ['koresuteroru ldl', 'ldl_cholesterol'],
  ['cholesterol hdl', 'hdl_cholesterol'],
  ['あくだま', 'ldl_cholesterol'],
  ['けっとう', 'fasting_glucose'],
  ['kuufukuji', 'fasting_glucose'],
  ['fasting', 'fasting_glucose'],
])('%s finds one item', (q, name) => {
  expect(names({ q })).toEqual([name])
})

test('finds an item with brackets of either width in the query', () => {
  const pressure = category(8, 'home_systolic_blood_pressure', '家庭血圧（収縮期）', {})
  expect(['家庭血圧（収縮期）', '家庭血圧(収縮期)', '収縮期'].map((q) => categoryMatcher(q)(pressure))).toEqual([true, true, true])
})

test('LDL does not match the enzyme LD (LDH), and an unknown word matches nothing', () => {
  expect(categoryMatcher('ldl')(category(9, 'ldh', 'LD(LDH)', { name_en: 'Lactate dehydrogenase' }))).toBe(false)
  expect(names({ q: 'おんがく' })).toEqual([])
})

test('keys move the focus by cell, by page or to the end, and never out of the grid', () => {
  const size = { lines: 50, columns: 20, page: 10 }
  const to = (key: string, ctrl = false) => targetOf({ line: 5, column: 3 }, size, { key, ctrl })
  expect(to('ArrowDown')).toEqual({ line: 6, column: 3 })
  expect(to('ArrowRight')).toEqual({ line: 5, column: 4 })
  expect(to('PageUp')).toEqual({ line: 0, column: 3 })
  expect(to('PageDown')).toEqual({ line: 15, column: 3 })
  expect(to('Home')).toEqual({ line: 5, column: 0 })
  expect(to('End')).toEqual({ line: 5, column: 19 })
  expect(to('End', true)).toEqual({ line: 49, column: 19 })
  expect(to('ArrowUp', true)).toEqual({ line: 0, column: 3 })
  expect(targetOf({ line: 0, column: 0 }, size, { key: 'ArrowLeft', ctrl: false })).toEqual({ line: 0, column: 0 })
  expect(to('a')).toBeUndefined()
  expect(to('toString')).toBeUndefined()
})

test('replaces hidden columns with gaps of the same width', () => {
  expect(spansOf([3, 4, 9], 12)).toEqual([{ skip: 3, at: 0 }, { at: 3 }, { at: 4 }, { skip: 4, at: 5 }, { at: 9 }, { skip: 2, at: 10 }])
  expect(spansOf([], 0)).toEqual([])
})
