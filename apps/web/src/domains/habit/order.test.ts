import { expect, test } from 'vitest'
import { inShownOrder } from './order.ts'

const items = (...ids: number[]) => ids.map((id) => ({ id }))
const ids = (found: { id: number }[]) => found.map(({ id }) => id)

test('a doctor who ticks a goal off finds the others where they were, although the server puts it last now', () => {
  expect(ids(inShownOrder([1, 2, 3, 4], items(2, 3, 4, 1)))).toEqual([1, 2, 3, 4])
})

test('a goal that is new stands behind the last open one, and one that is gone leaves no gap', () => {
  expect(ids(inShownOrder([1, 2, 9], items(1, 5, 6, 9)))).toEqual([1, 5, 6, 9])
  expect(ids(inShownOrder([], items(3, 1)))).toEqual([3, 1])
  expect(ids(inShownOrder([9], items(7, 9)))).toEqual([7, 9])
})
