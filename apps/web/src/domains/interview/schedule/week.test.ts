import { expect, test } from 'vitest'
import { boundsOf, daysFrom, mondayOf, nowAt, positionInDay } from './week.ts'

test('the week starts on Monday in Tokyo', () => {
  expect(['2026-11-16', '2026-11-18', '2026-11-22'].map(mondayOf)).toEqual(['2026-11-16', '2026-11-16', '2026-11-16'])
  expect(mondayOf('2026-11-23')).toBe('2026-11-23')
  expect(daysFrom('2026-12-28').at(-1)).toBe('2027-01-03')
  expect(boundsOf('2026-11-16')).toEqual({ from: '2026-11-15T15:00:00.000Z', to: '2026-11-22T15:00:00.000Z' })
})

test('positions an interview by time and clamps it to the visible hours', () => {
  // 14:00 to 15:00 within 7:00 to 21:00
  expect(positionInDay('2026-11-20', { conducted_at: '2026-11-20T05:00:00Z', ends_at: '2026-11-20T06:00:00Z' })).toEqual({
    top: 0.5,
    height: expect.closeTo(1 / 14),
  })
  expect(positionInDay('2026-11-20', { conducted_at: '2026-11-19T20:00:00Z', ends_at: '2026-11-19T20:30:00Z' })).toEqual({
    top: 0,
    height: expect.closeTo(1 / 28),
  })
  const late = positionInDay('2026-11-20', { conducted_at: '2026-11-20T13:00:00Z', ends_at: '2026-11-20T14:00:00Z' })
  expect(late.top + late.height).toBeCloseTo(1)
  expect([nowAt(new Date('2026-11-20T05:00:00Z')), nowAt(new Date('2026-11-20T15:00:00Z'))]).toEqual([0.5, undefined])
})
