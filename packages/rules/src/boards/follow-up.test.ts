import { expect, test } from 'vitest'
import { imagesWaiting } from './follow-up.ts'

const image = (id: number, category_id: number, recorded_at: string, more: object = {}) => ({
  id,
  category_id,
  recorded_at,
  status: 0,
  follow_up_kind: 'retest' as const,
  follow_up_on: null,
  is_follow_up_done: false,
  ...more,
})
const ids = (images: Parameters<typeof imagesWaiting>[0], now: string) => imagesWaiting(images, new Date(now)).map(({ id }) => id)

test('lists a retest from thirty days before its day until it is done or there is a newer image of the same category', () => {
  const ct = image(1, 7, '2025-10-16T00:00:00Z', { follow_up_on: '2026-10-16' })
  expect(ids([ct], '2026-09-15T14:59:00Z')).toEqual([])
  expect(ids([ct], '2026-09-15T15:00:00Z')).toEqual([1])
  expect(ids([ct], '2027-01-01T00:00:00Z')).toEqual([1])
  expect(ids([{ ...ct, is_follow_up_done: true }], '2027-01-01T00:00:00Z')).toEqual([])
  expect(ids([ct, image(2, 7, '2026-11-01T00:00:00Z'), image(3, 8, '2026-11-01T00:00:00Z')], '2027-01-01T00:00:00Z')).toEqual([])
})

test('lists a closer look and a referral until they are done, although there is a newer image of the same category', () => {
  const [ct, newer] = [image(1, 7, '2025-10-16T00:00:00Z', { follow_up_on: '2026-10-16' }), image(2, 7, '2026-11-01T00:00:00Z')]
  for (const follow_up_kind of ['closer_look', 'referral'] as const) {
    expect(ids([{ ...ct, follow_up_kind }, newer], '2027-01-01T00:00:00Z')).toEqual([1])
    expect(ids([{ ...ct, follow_up_kind, is_follow_up_done: true }, newer], '2027-01-01T00:00:00Z')).toEqual([])
  }
})

test('lists an image without a reading as such, unless its follow-up is listed earlier', () => {
  const ct = image(1, 7, '2026-06-01T00:00:00Z', { status: null, follow_up_on: '2027-06-01' })
  const dues = (images: Parameters<typeof imagesWaiting>[0], now: string) => imagesWaiting(images, new Date(now)).map(({ due_on }) => due_on)
  expect(dues([ct], '2026-06-15T14:59:00Z')).toEqual([])
  expect(dues([ct], '2026-06-15T15:00:00Z')).toEqual([null])
  expect(dues([{ ...ct, status: 0 }], '2026-06-15T15:00:00Z')).toEqual([])
  expect(dues([ct], '2027-05-01T14:59:00Z')).toEqual([null])
  expect(dues([ct], '2027-05-01T15:00:00Z')).toEqual(['2027-06-01'])
  const soon = { ...ct, follow_up_on: '2026-07-01' }
  expect(dues([soon], '2026-06-02T00:00:00Z')).toEqual(['2026-07-01'])
  // a newer image replaces the retest, but not the reading
  expect(dues([soon, image(2, 7, '2026-06-20T00:00:00Z')], '2026-07-01T00:00:00Z')).toEqual([null])
})

test('lists an image without a reading after fourteen whole days; sorts by the day of the open follow-up, else of the image', () => {
  const reading = image(1, 7, '2026-10-16T00:00:00Z', { status: null })
  expect(ids([reading], '2026-10-30T14:59:00Z')).toEqual([])
  expect(ids([reading], '2026-10-30T15:00:00Z')).toEqual([1])
  expect(ids([reading, image(2, 8, '2025-10-01T00:00:00Z', { follow_up_on: '2026-10-10' })], '2026-11-25T00:00:00Z')).toEqual([2, 1])
  // the follow-up of image 3 is done, so that image 3 is sorted by its own day
  const read = image(3, 9, '2026-10-01T00:00:00Z', { status: null, follow_up_on: '2025-01-01', is_follow_up_done: true })
  expect(ids([read, image(4, 10, '2026-09-01T00:00:00Z', { status: null })], '2026-11-25T00:00:00Z')).toEqual([4, 3])
})
