import { describe, expect, test } from 'vitest'
import { isNap, sleepByDay } from './sleep.ts'

/** Sleep between two local times in Tokyo. */
const sleepSpan = (from: string, to: string) => ({ started_at: new Date(`${from}+09:00`).toISOString(), ended_at: new Date(`${to}+09:00`).toISOString() })

describe('assigns sleep to the Tokyo day of waking up', () => {
  test('includes sleep from before midnight, newest first, and omits days without data', () => {
    const days = sleepByDay([sleepSpan('2026-11-17T23:20', '2026-11-18T06:00'), sleepSpan('2026-11-20T23:20', '2026-11-21T06:26')])
    expect(days.map(({ woke_on, total_minutes }) => [woke_on, total_minutes])).toEqual([
      ['2026-11-21', 426],
      ['2026-11-18', 400],
    ])
  })
  test('merges a night in two parts and leaves out the time awake', () => {
    const [night] = sleepByDay([sleepSpan('2026-11-20T23:00', '2026-11-21T02:00'), sleepSpan('2026-11-21T02:30', '2026-11-21T06:00')])
    expect(night).toMatchObject({
      total_minutes: 390,
      night_minutes: 390,
      episodes: 2,
      naps: 0,
      bedtime: '2026-11-20T14:00:00.000Z',
      wake_time: '2026-11-20T21:00:00.000Z',
    })
  })
  test('counts overlapping recordings of two devices once', () => {
    const [night] = sleepByDay([
      sleepSpan('2026-11-20T23:00', '2026-11-21T06:00'),
      sleepSpan('2026-11-20T23:10', '2026-11-21T05:50'),
      sleepSpan('2026-11-21T05:55', '2026-11-21T06:10'),
    ])
    expect(night).toMatchObject({ total_minutes: 430, episodes: 1 })
  })
  test('counts a nap, but not as bedtime or wake time', () => {
    const nap = sleepSpan('2026-11-21T13:40', '2026-11-21T14:05')
    expect(sleepByDay([nap])[0]).toMatchObject({ total_minutes: 25, nap_minutes: 25, night_minutes: 0, bedtime: null, wake_time: null, naps: 1 })
    const [day] = sleepByDay([nap, sleepSpan('2026-11-20T23:00', '2026-11-21T06:00')])
    expect(day).toMatchObject({ total_minutes: 445, nap_minutes: 25, wake_time: '2026-11-20T21:00:00.000Z' })
  })
})

test.each([
  ['2026-11-21T09:00', '2026-11-21T09:30', true],
  ['2026-11-21T08:59', '2026-11-21T09:30', false],
  ['2026-11-21T18:59', '2026-11-21T19:30', true],
  ['2026-11-21T19:00', '2026-11-21T19:30', false],
  ['2026-11-21T10:00', '2026-11-21T12:59', true],
  ['2026-11-21T10:00', '2026-11-21T13:00', false],
])('from %s to %s is a nap: %s', (from, to, expected) => {
  expect(isNap(sleepSpan(from, to))).toBe(expected)
})
