import { expect, test } from 'vitest'
import { barsOf, daysOf, formatDifference, meanOf } from './days.ts'
import { formatMinutes, meanTime, nightParts, shortMinutes } from './sleep-days.ts'

const at = (tokyo: string) => new Date(`${tokyo}+09:00`).toISOString()

test('returns as many days as the period has, ending today', () => {
  expect(daysOf('7', '2026-11-21')).toEqual(['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'])
  expect(daysOf('365', '2026-11-21')[0]).toBe('2025-11-22')
})

test('a day without a record has a bar without a value; an empty list has no mean', () => {
  const counts = new Map([
    ['2026-11-15', 4000],
    ['2026-11-21', 8000],
  ])
  const bars = barsOf(daysOf('7', '2026-11-21'), (day) => counts.get(day))
  expect(bars.map(({ value }) => value)).toEqual([4000, null, null, null, null, null, 8000])
  expect(meanOf([])).toBeUndefined()
})

test('draws a year as weekly means over the days with steps', () => {
  const days = daysOf('365', '2026-11-21')
  const bars = barsOf(days, (day) => (day === '2026-11-20' ? 6000 : day === '2026-11-21' ? 7001 : undefined))
  expect(bars).toHaveLength(53)
  expect(bars.at(-1)).toEqual({ from: '2026-11-15', to: '2026-11-21', value: 6500.5, days: 7 })
  expect(bars[0]).toMatchObject({ from: '2025-11-22', value: null, days: 1 })
})

test.each([
  [12.4, 0, 'ja', '＋12'],
  [0.21, 1, 'en', '+0.2'],
  [-0.3, 0, 'ja', '±0'],
  [-1.6, 0, 'kr', '\u22122'],
] as const)('formats a difference of %d with %s decimals in %s as %s', (difference, decimals, language, text) => {
  expect(formatDifference(difference, decimals, language)).toBe(text)
})

test('assigns nights to the day of waking, with negative minutes before midnight, and skips naps', () => {
  expect(
    nightParts([
      { started_at: at('2026-11-20T23:20'), ended_at: at('2026-11-21T06:26') },
      { started_at: at('2026-11-21T13:00'), ended_at: at('2026-11-21T13:30') },
    ]),
  ).toEqual([{ day: '2026-11-21', from: -40, to: 386 }])
})

test('averages bedtimes on both sides of midnight correctly', () => {
  expect(meanTime([at('2026-11-20T23:30'), at('2026-11-22T00:40')])).toBe('00:05')
  expect(meanTime([at('2026-11-20T23:10'), at('2026-11-22T00:40')])).toBe('23:55')
  expect(meanTime([at('2026-11-20T11:50'), at('2026-11-22T12:10')])).toBe('12:00')
  expect(meanTime([])).toBeUndefined()
})

test('minutes are rounded before they are divided into hours: 419.7 minutes are 7:00, not 6:60', () => {
  expect([419.4, 419.7, 420].map(shortMinutes)).toEqual(['6:59', '7:00', '7:00'])
  const t = ((key: string, values: object) => `${key} ${Object.values(values).join(':')}`) as never
  expect([59.4, 59.7, 419.7].map((minutes) => formatMinutes(minutes, t))).toEqual(['time.minutes 59', 'time 1:00', 'time 7:00'])
})
