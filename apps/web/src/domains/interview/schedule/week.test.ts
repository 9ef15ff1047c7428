import { sideBySide } from '@sukoyaka/rules/care/interview'
import { expect, test } from 'vitest'
import { boundsOf, daysFrom, extentInDay, mondayOf, nowAt, positionInDay } from './week.ts'

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

test('interviews that would overlap on the screen are side by side, even if one follows the other', () => {
  const day = '2026-11-20'
  const widths = (...times: string[]) => {
    const interviews = times.map((time) => {
      const [start, end] = time.split('–')
      return { conducted_at: `${day}T${start}:00+09:00`, ends_at: `${day}T${end}:00+09:00` }
    })
    const places = sideBySide(interviews, (interview) => extentInDay(day, interview))
    return interviews.map((interview) => places.get(interview)!.width)
  }
  expect(widths('10:00–10:30', '10:30–11:00')).toEqual([1, 1])
  expect(widths('10:00–10:15', '10:15–10:30')).toEqual([0.5, 0.5])
  expect(widths('20:30–21:00', '21:00–21:30', '21:30–22:00')).toEqual([1 / 3, 1 / 3, 1 / 3])
  expect(widths('06:00–06:30', '06:30–07:00', '07:30–08:00')).toEqual([0.5, 0.5, 1])
})
