import { expect, test } from 'vitest'
import { rangeBarPlot, sparklinePlot } from './plot.ts'

const point = (recorded_at: string, value: number) => ({ recorded_at, value })

test('places results in proportion to time', () => {
  const { dots } = sparklinePlot([point('2026-02-01', 2), point('2025-01-01', 1), point('2026-01-01', 3)], null, 100, 32)
  const [first, second, third] = dots.map((dot) => dot.x) as [number, number, number]
  expect(first).toBe(6)
  expect(third).toBe(94)
  expect((second - first) / (third - first)).toBeCloseTo(365 / 396, 1)
})

test('places a single result at the right', () => {
  const { dots, last } = sparklinePlot([point('2026-01-01', 40)], { min: 60, max: 119 }, 100, 32)
  expect(dots).toHaveLength(1)
  expect(last?.x).toBe(94)
})

test('a range above the axis is drawn as a thin band at the top', () => {
  expect(sparklinePlot([point('2026-01-01', 50), point('2026-02-01', 55)], { min: 90, max: null }, 100, 32).band).toEqual({ top: 0, bottom: 3 })
})

test('the band of a range without a minimum extends to the edge, and only its other end has a line', () => {
  const { band, edges } = sparklinePlot([point('2026-01-01', 80), point('2026-02-01', 120)], { min: null, max: 100 }, 100, 32)
  expect(band).toEqual({ top: 16, bottom: 32 })
  expect(edges).toEqual([16])
})

const heightOf = (values: number[], band: Parameters<typeof sparklinePlot>[1]) => {
  const ys = sparklinePlot(
    values.map((value, at) => point(`2026-0${at + 1}-01`, value)),
    band,
    100,
    32,
  ).dots.map(({ y }) => y)
  return Math.max(...ys) - Math.min(...ys)
}

test.each([
  ['a millimetre of body height', [161.4, 161.5, 161.4], null],
  ['1 % of SpO2', [98, 97, 98], { min: 96, max: null }],
  ['0.1 °C of temperature', [36.4, 36.5, 36.4], { min: 35.5, max: 37.5 }],
])('draws %s as a flat line', (_, values, band) => {
  expect(heightOf(values, band)).toBeLessThan(4)
})

test('draws a change of more than a tenth over most of the height', () => {
  expect(heightOf([100, 112], null)).toBeGreaterThan(20)
  expect(heightOf([5.5, 6.1], { min: null, max: 5.6 })).toBeGreaterThan(20)
})

test('draws nothing without results', () => {
  expect(sparklinePlot([], { min: 1, max: 2 }, 100, 32)).toEqual({ dots: [], last: undefined, band: null, edges: [] })
})

test('the mark of an extreme value stays inside the bar', () => {
  expect(rangeBarPlot(900, { min: 60, max: 119 }, 40, 200, 200).mark).toBe(193)
  expect(rangeBarPlot(-5, { min: 60, max: 119 }, 40, 200, 200).mark).toBe(7)
})

test('draws no band without a reference range', () => {
  expect(rangeBarPlot(5, null, 0, 10, 200).band).toBeNull()
  expect(rangeBarPlot(5, { min: null, max: null }, 0, 10, 200).band).toBeNull()
})
