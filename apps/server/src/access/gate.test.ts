import { expect, test } from 'vitest'
import { touch, unrestrictedReach } from './gate.ts'

test('touch() throws when the patient id is missing or not a number', () => {
  const reach = unrestrictedReach()
  for (const nobody of [undefined, null, Number.NaN, '12']) expect(() => touch(reach, nobody as never)).toThrow()
  touch(reach, 12)
  expect([...reach.touched]).toEqual([12])
})
