import { expect, test } from 'vitest'
import { momentOf } from './period.ts'

test.each([
  ['2026-11-20T22:30:00Z', null, '', '2026.11.21 07:30'],
  ['2026-11-20T22:30:00Z', 1, '', '2026.11.21'],
  ['2026-11-21T00:00:00Z', null, '', '2026.11.21'],
  ['2026-11-20T15:00:00Z', null, '', '2026.11.21'],
  ['2026-11-21T00:00:00Z', null, '自己測定', '2026.11.21 09:00'],
  ['2026-11-20T15:00:00Z', null, '自己測定', '2026.11.21 00:00'],
])('a result of %s in checkup %s of the origin “%s” is shown at %s', (recorded_at, test_package_id, origin, shown) => {
  expect(momentOf({ recorded_at, test_package_id, origin }, 'ja')).toBe(shown)
})
