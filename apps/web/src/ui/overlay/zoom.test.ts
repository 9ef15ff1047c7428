import { expect, test } from 'vitest'
import { kept, keyed, moved, whole, zoomed } from './zoom.ts'

const frame = { width: 400, height: 300 }

test('zooming keeps the point under the pointer in place', () => {
  const at = { x: 100, y: -50 }
  const view = zoomed(whole, 2, frame, at)
  // the same image point, relative to its centre, before and after
  expect([(at.x - view.x) / view.scale, (at.y - view.y) / view.scale]).toEqual([100, -50])
})

test('an image stays within its frame, zooms up to eight times and never below the frame', () => {
  expect(moved({ scale: 2, x: 0, y: 0 }, 9_999, -9_999, frame)).toEqual({ scale: 2, x: 200, y: -150 })
  expect(zoomed(whole, 100, frame).scale).toBe(8)
  expect(zoomed({ scale: 2, x: 200, y: 150 }, 0.1, frame)).toEqual(whole)
  expect(kept({ scale: 1, x: 30, y: 30 }, frame)).toEqual(whole)
})

test('keys zoom in, pan and reset; other keys are not handled', () => {
  const near = keyed(whole, '+', frame)!
  expect(near.scale).toBe(1.25)
  expect(keyed(near, 'ArrowRight', frame)!.x).toBe(-50)
  expect(keyed(near, '0', frame)).toEqual(whole)
  expect(keyed(whole, 'ArrowRight', frame)).toBeUndefined()
  expect(keyed(near, 'a', frame)).toBeUndefined()
})
