import { expect, test } from 'vitest'
import { stepStatus } from '../record/lifestyle.ts'
import { contractCovering, contractYear, currentContract, isBusiness, isCurrent, lastDay, nextContract } from './contract.ts'
import { passwordProblem } from './password.ts'

const old = { started_at: '2025-11-20T15:00:00.000Z', ended_at: '2026-11-20T15:00:00.000Z' }
const open = { started_at: '2026-11-20T15:00:00.000Z', ended_at: null }

test('a contract includes its start and excludes its end', () => {
  const border = new Date('2026-11-20T15:00:00.000Z')
  expect([isCurrent(old, border), isCurrent(open, border), isCurrent(old, new Date(border.getTime() - 1))]).toEqual([false, true, true])
  expect(lastDay(old)).toBe('2026-11-20')
  expect(lastDay(open)).toBeNull()
})

test('of several current contracts, the one with the latest start counts; the next contract is the first to start after now', () => {
  const now = new Date('2026-12-01T00:00:00Z')
  const early = { started_at: '2026-01-01T00:00:00Z', ended_at: null }
  const later = { started_at: '2027-02-01T00:00:00Z', ended_at: null }
  const soon = { started_at: '2027-01-01T00:00:00Z', ended_at: null }
  expect(currentContract([early, open, later], now)).toBe(open)
  expect(nextContract([later, early, soon], now)).toBe(soon)
  expect(currentContract([old, soon], now)).toBeUndefined()
})

test('app and data check are business services', () => expect(['app', 'data_check', 'membership_light'].map(isBusiness)).toEqual([true, true, false]))
test('judges 6,000 steps as healthy and fewer as a warning', () => expect([5999, 6000].map(stepStatus)).toEqual([2, 0]))

test.each([
  ['asano-sanpo-30pun', 'doctor', undefined],
  ['kawa-no-mizu', 'patient', undefined],
  ['kawa-no-mizu', 'doctor', 'password_short_staff'],
  ['short', 'patient', 'password_short'],
  ['x'.repeat(129), 'patient', 'too_long'],
  ['aaaaaaaaaaaa', 'patient', 'password_guessable'],
  ['Password123456', 'patient', 'password_guessable'],
  ['hanako1985', 'patient', 'password_guessable'],
] as const)('validates %s for a %s: %s', (password, role, problem) =>
  expect(passwordProblem(password, role, { email: 'hanako@example.com', names: ['山田', '花子'] })).toBe(problem),
)

test('a contract year starts on the anniversary of the start, or on 28 February for a start on 29 February', () => {
  const contract = { started_at: '2024-06-14T15:00:00.000Z' }
  const years = ['2024-06-15', '2025-06-14', '2025-06-15', '2026-11-21'].map((day) => contractYear(contract, day))
  expect(years.map(({ from, until }) => `${from} ${until}`)).toEqual([
    '2024-06-15 2025-06-14',
    '2024-06-15 2025-06-14',
    '2025-06-15 2026-06-14',
    '2026-06-15 2027-06-14',
  ])
  expect(contractYear({ started_at: '2024-02-28T15:00:00.000Z' }, '2025-02-28')).toEqual({ from: '2025-02-28', until: '2026-02-27' })
})

test('a future time is covered by the contract of that time, else by the current contract if it renews automatically', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  const at = new Date('2027-06-01T00:00:00Z')
  const current = { started_at: '2026-04-01T00:00:00Z', ended_at: '2027-04-01T00:00:00Z', auto_update: true }
  const next = { started_at: '2027-04-01T00:00:00Z', ended_at: null, auto_update: false }
  expect(contractCovering([current, next], at, now)).toBe(next)
  expect(contractCovering([current], at, now)).toBe(current)
  expect(contractCovering([{ ...current, auto_update: false }], at, now)).toBeUndefined()
  expect(contractCovering([current], new Date('2026-01-01T00:00:00Z'), now)).toBeUndefined()
})
