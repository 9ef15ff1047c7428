import { expect, test } from 'vitest'
import { barOf } from './bar.ts'

test('a bar has positions between 0 and 1, even for a band whose only end is 0; a band whose ends are equal has no bar', () => {
  expect(barOf(5, null, { min: null, max: 10 })).toMatchObject({ from: 0, before: null })
  expect(barOf(0.5, -0.5, { min: null, max: 0 })).toEqual({ from: 0, to: 0.588, at: 0.882, before: 0.294 })
  expect(barOf(1, null, { min: 3, max: 3 })).toBeUndefined()
})
