import { expect, test } from 'vitest'
import { checkupState, isUpcoming } from './schedule.ts'

const now = new Date('2026-11-21T03:00:00Z')
const checkup = (status: number, tested_at: string | null) => ({ status, tested_at })

test('an interview is upcoming until its end or, without an end, until an hour after its start', () => {
  const meeting = (conducted_at: string, ends_at: string | null, status = 'scheduled') => isUpcoming({ status, conducted_at, ends_at }, now)
  expect(meeting('2026-11-27T05:00:00Z', null)).toBe(true)
  expect(meeting('2026-11-21T02:45:00Z', '2026-11-21T03:15:00Z')).toBe(true)
  expect(meeting('2026-11-21T02:30:00Z', '2026-11-21T03:00:00Z')).toBe(false)
  expect(meeting('2026-11-21T02:01:00Z', null)).toBe(true)
  expect(meeting('2026-11-21T02:00:00Z', null)).toBe(false)
  expect(meeting('2026-11-27T05:00:00Z', null, 'cancelled')).toBe(false)
  expect(meeting('2026-11-27T05:00:00Z', null, 'done')).toBe(false)
})

test('the state of a checkup follows from its status and date; without a date it is open, with results it has no state', () => {
  expect(checkupState(checkup(2, '2026-12-09T00:00:00Z'), now)).toBe('booked')
  expect(checkupState(checkup(1, '2026-12-09T00:00:00Z'), now)).toBe('arranging')
  expect(checkupState(checkup(7, '2026-12-09T00:00:00Z'), now)).toBe('arranging')
  expect(checkupState(checkup(1, '2027-03-21T00:00:00Z'), now)).toBe('arranging')
  expect(checkupState(checkup(1, null), now)).toBe('open')
  expect(checkupState(checkup(2, '2026-11-21T03:00:00Z'), now)).toBe('waiting')
  expect(checkupState(checkup(1, '2026-11-20T03:00:00Z'), now)).toBe('arranging')
  expect(checkupState(checkup(0, '2026-11-20T03:00:00Z'), now)).toBeUndefined()
})
