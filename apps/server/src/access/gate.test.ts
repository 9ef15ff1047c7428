import { expect, test } from 'vitest'
import { touch, unrestrictedReach } from './gate.ts'

test('whoever is seen is somebody: what could not be written down is refused before it is shown', () => {
  const reach = unrestrictedReach()
  for (const nobody of [undefined, null, Number.NaN, '12']) expect(() => touch(reach, nobody as never)).toThrow()
  touch(reach, 12)
  expect([...reach.touched]).toEqual([12])
})
