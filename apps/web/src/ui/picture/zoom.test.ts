import { expect, test } from 'vitest'
import { clampView, initialView, panView, viewAfterKey, zoomView } from './zoom.ts'

const frame = { width: 400, height: 300 }

test('zooming keeps the point under the pointer in place', () => {
  const point = { x: 100, y: -50 }
  const view = zoomView(initialView, 2, frame, point)
  // the same image point, relative to its centre, before and after
  expect([(point.x - view.x) / view.scale, (point.y - view.y) / view.scale]).toEqual([100, -50])
})

test('an image cannot be moved out of its frame; it is enlarged at most eight times and never smaller than the frame', () => {
  expect(panView({ scale: 2, x: 0, y: 0 }, 9_999, -9_999, frame)).toEqual({ scale: 2, x: 200, y: -150 })
  expect(zoomView(initialView, 100, frame).scale).toBe(8)
  expect(zoomView({ scale: 2, x: 200, y: 150 }, 0.1, frame)).toEqual(initialView)
  expect(clampView({ scale: 1, x: 30, y: 30 }, frame)).toEqual(initialView)
})

test('keys zoom in, pan and reset; other keys are not handled', () => {
  const zoomedIn = viewAfterKey(initialView, '+', frame)!
  expect(zoomedIn.scale).toBe(1.25)
  expect(viewAfterKey(zoomedIn, 'ArrowRight', frame)!.x).toBe(-50)
  expect(viewAfterKey(zoomedIn, '0', frame)).toEqual(initialView)
  expect(viewAfterKey(initialView, 'ArrowRight', frame)).toBeUndefined()
  expect(viewAfterKey(zoomedIn, 'a', frame)).toBeUndefined()
})
