import { expect, test } from 'vitest'
import { range, result } from '../../../test/data/checkup.ts'
import { aroundLabels, axisOf, clipToAxis, segmentsOf } from './bands.ts'
import { levelsOf } from './levels.ts'
import { firstDayOf, markLabel } from './marks.ts'
import { figuresOf, resultsInPeriod, spanOf } from './period.ts'

const at = (year: number) => `${year}-01-01T00:00:00Z`
const t = (year: number) => Date.parse(at(year))
const young = range(1, 1)
const older = range(2, 1, { healthy: { min: 70, max: 130 } })
const rangeOf = ({ range_id }: { range_id: number | null }) => (range_id === 1 ? young : range_id === 2 ? older : undefined)
const values = [
  result(1, 1, 100, at(2020)),
  result(2, 1, 110, at(2021)),
  result(3, 1, 120, at(2023), { range_id: 2 }),
  result(4, 1, 125, at(2024), { range_id: 2 }),
]

test('the range of a result applies until the next result; the first and the last range reach the ends of the axis', () => {
  expect(segmentsOf(values, rangeOf, t(2019), t(2025))).toEqual([
    { from: t(2019), to: t(2023), min: 60, max: 120 },
    { from: t(2023), to: t(2025), min: 70, max: 130 },
  ])
})

test('draws no range from a value without a range to the next value', () => {
  const [first, , third] = values
  expect(segmentsOf([first!, { ...values[1]!, range_id: null }, third!], rangeOf, t(2019), t(2025)).map(({ from, to }) => [from, to])).toEqual([
    [t(2019), t(2021)],
    [t(2023), t(2025)],
  ])
})

test('the axis includes the limits of the range unless the values would become flat; then the range is a thin band at the end of the axis', () => {
  const segments = [{ from: 0, to: 1, min: 60, max: 120 }]
  const axis = axisOf([128, 162], segments)
  expect(axis.min).toBeLessThan(60)
  expect(axis.max).toBeGreaterThan(162)
  const far = [{ from: 0, to: 1, min: null, max: 5 }]
  const close = axisOf([480, 500], far)
  expect(close.min).toBeGreaterThan(5)
  expect(clipToAxis(far[0]!, close, 2)).toEqual({ low: close.min, high: close.min + 2, isOffAxis: true })
  expect(axisOf([0.5, 0.5], []).max).toBeGreaterThan(0.5)
})

test('draws the range of a dipstick test around its labels, with a tick on each label', () => {
  const axis = axisOf([0, 2], [], { value_labels: ['(−)', '(±)', '(1+)'] })
  expect(axis).toEqual({ min: -1, max: 3, interval: 1 })
  expect(clipToAxis(aroundLabels({ from: 0, to: 1, min: null, max: 1 }), axis, 0.1)).toEqual({ low: -1, high: 0.5, isOffAxis: false })
})

test('computes the figures of a period, and the ends of its time axis', () => {
  const visible = resultsInPeriod(values.toReversed(), '3', '2025-01-01')
  expect(visible.map(({ value }) => value)).toEqual([120, 125])
  expect(figuresOf(visible)).toEqual({ last: visible[1], before: visible[0], max: visible[1], min: visible[0], mean: 122.5, count: 2 })
  expect(figuresOf([])).toBeUndefined()
  const span = spanOf(visible, '3', '2025-01-01')
  expect(new Date(span.from).toISOString()).toBe('2021-12-31T15:00:00.000Z')
  expect(span.to).toBeGreaterThan(Date.parse(visible.at(-1)!.recorded_at))
})

test('places labels without overlap and skips a repeated label nearby', () => {
  const mark = (x: number, label: string) => ({ x, width: 40, label })
  expect(levelsOf([mark(100, '服薬開始'), mark(110, '目標'), mark(115, '目標'), mark(120, '面談'), mark(300, '目標')], 2).map(({ level }) => level)).toEqual([
    0,
    1,
    undefined,
    undefined,
    0,
  ])
})

test('the label of an event is its text, cut after ten characters (𠮷 counts as one), or its kind if the text is empty', () => {
  const mark = (text: string) => ({ at: '2026-01-01', kind: 'goal' as const, text })
  expect(markLabel(mark('アムロジピン'), '服薬')).toBe('アムロジピン')
  expect(markLabel(mark('𠮷野家の朝定食を週1回までにする'), '目標')).toBe('𠮷野家の朝定食を週1…')
  expect(markLabel(mark(''), '面談')).toBe('面談')
})

test('uses the first day of a partial day', () => {
  expect([firstDayOf('2021'), firstDayOf('2021-05'), firstDayOf('2021-05-09')]).toEqual(['2021-01-01', '2021-05-01', '2021-05-09'])
})
