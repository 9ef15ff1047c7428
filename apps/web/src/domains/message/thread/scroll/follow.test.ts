import { expect, test } from 'vitest'
import { isFollowing } from './follow.ts'

const at = (offset: number, size: number, viewport = 600) => ({ offset, size, below: size - offset - viewport })

test('still follows after a loaded picture or a smaller window moves the end away', () => {
  expect(isFollowing(true, at(3239, 3839), at(3239, 4103))).toBe(true)
  expect(isFollowing(true, at(3239, 3839), at(3239, 3909, 570))).toBe(true)
  // content above shrank by 40
  expect(isFollowing(true, at(3239, 3939), at(3199, 3899))).toBe(true)
})

test('stops following when the user scrolls up, and starts at the end', () => {
  expect(isFollowing(true, at(3239, 3839), at(3100, 3839))).toBe(false)
  expect(isFollowing(true, at(3239, 3839), at(3100, 3900))).toBe(false)
  expect(isFollowing(false, at(3000, 3839), at(3100, 3839))).toBe(false)
  expect(isFollowing(false, at(3100, 3839), at(3200, 3839))).toBe(true)
})

test('a scroll by the list itself to its end changes nothing: the list still follows, or still does not', () => {
  expect(isFollowing(true, undefined, at(3375, 4089))).toBe(true)
  expect(isFollowing(false, undefined, at(3375, 4089))).toBe(false)
})
