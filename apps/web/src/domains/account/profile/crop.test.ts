import { expect, test } from 'vitest'
import { cropAfterKey, initialCrop, panCrop, sourceOf, zoomCrop } from './crop.ts'

const wide = { width: 400, height: 200 }

test('starts with the largest square in the middle', () => {
  expect(sourceOf(initialCrop, wide)).toEqual({ left: 100, top: 0, side: 200 })
})

test('the picture always covers the square', () => {
  expect(sourceOf(panCrop(initialCrop, 9, 9, wide), wide)).toEqual({ left: 0, top: 0, side: 200 })
  expect(sourceOf(panCrop(initialCrop, -9, -9, wide), wide)).toEqual({ left: 200, top: 0, side: 200 })
  const corner = panCrop(zoomCrop(initialCrop, 2, wide), -9, -9, wide)
  expect(sourceOf(corner, wide)).toEqual({ left: 300, top: 100, side: 100 })
  expect(sourceOf(zoomCrop(corner, 1, wide), wide)).toEqual({ left: 200, top: 0, side: 200 })
})

test('zooming keeps the point under the pointer in place', () => {
  const pixelAt = (crop: typeof initialCrop, x: number) => {
    const { left, side } = sourceOf(crop, wide)
    return left + (x + 0.5) * side
  }
  expect(pixelAt(zoomCrop(initialCrop, 3, wide, { x: 0.3, y: 0.1 }), 0.3)).toBeCloseTo(pixelAt(initialCrop, 0.3))
})

test('arrow keys pan, + and - zoom, 0 resets; other keys do nothing', () => {
  const near = cropAfterKey(initialCrop, '+', wide)!
  expect(near.zoom).toBeGreaterThan(1)
  expect(sourceOf(cropAfterKey(initialCrop, 'ArrowRight', wide)!, wide).left).toBeGreaterThan(100)
  expect(cropAfterKey(near, '0', wide)).toEqual(initialCrop)
  expect(cropAfterKey(near, '-', wide)!.zoom).toBeCloseTo(1)
  expect(cropAfterKey(near, 'a', wide)).toBeUndefined()
})
