import { expect, test } from 'vitest'
import { canNotify, defaultHours } from './notification-hours.ts'

const at = (text: string) => new Date(`${text}+09:00`)
const office = { weekdays: [1, 2, 3, 4, 5], from: 9 * 60, until: 18 * 60 }
const night = { weekdays: [5], from: 22 * 60, until: 7 * 60 }

test('notifies within the hours and not outside', () => {
  // 2026-11-20 is a Friday
  expect(['08:59', '09:00', '17:59', '18:00'].map((time) => canNotify(office, at(`2026-11-20T${time}`)))).toEqual([false, true, true, false])
  expect(canNotify(office, at('2026-11-21T10:00'))).toBe(false)
})

test('hours that span midnight belong to the weekday on which they start', () => {
  const times = ['2026-11-20T06:59', '2026-11-20T22:00', '2026-11-21T06:59', '2026-11-21T07:00', '2026-11-21T22:00']
  expect(times.map((time) => canNotify(night, at(time)))).toEqual([false, true, true, false, false])
})

test('equal limits mean the whole day; until 0 means until midnight', () => {
  expect(['00:00', '23:59'].map((time) => canNotify({ weekdays: [5], from: 0, until: 0 }, at(`2026-11-20T${time}`)))).toEqual([true, true])
  expect(canNotify({ weekdays: [5], from: 0, until: 0 }, at('2026-11-21T00:00'))).toBe(false)
  expect(['11:59', '23:59'].map((time) => canNotify({ weekdays: [5], from: 720, until: 0 }, at(`2026-11-20T${time}`)))).toEqual([false, true])
})

test('urgent notifications may be sent at any time; if no hours are set, all notifications may', () => {
  expect(canNotify(office, at('2026-11-21T03:00'), true)).toBe(true)
  expect(canNotify(null, at('2026-11-21T03:00'))).toBe(true)
})

test('by default, patients are not notified at night, and staff have no hours set', () => {
  expect(canNotify(defaultHours('patient'), at('2026-11-21T07:59'))).toBe(false)
  expect(canNotify(defaultHours('patient'), at('2026-11-21T20:59'))).toBe(true)
  expect(defaultHours('nurse')).toBeNull()
})
