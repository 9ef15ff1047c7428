import { expect, test } from 'vitest'
import { inShownOrder } from './order.ts'

const items = (...ids: number[]) => ids.map((id) => ({ id }))
const ids = (goals: { id: number }[]) => goals.map(({ id }) => id)

test('keeps the order when a goal is ticked, although the server sorts it last', () => {
  expect(ids(inShownOrder([1, 2, 3, 4], items(2, 3, 4, 1)))).toEqual([1, 2, 3, 4])
})

test('inserts a new goal after its predecessor on the server and drops removed ones', () => {
  expect(ids(inShownOrder([1, 2, 9], items(1, 5, 6, 9)))).toEqual([1, 5, 6, 9])
  expect(ids(inShownOrder([], items(3, 1)))).toEqual([3, 1])
  expect(ids(inShownOrder([9], items(7, 9)))).toEqual([7, 9])
})
