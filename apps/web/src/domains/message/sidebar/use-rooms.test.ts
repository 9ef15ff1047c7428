import { expect, test } from 'vitest'
import { room as roomNamed } from '../test-data.ts'
import { hasChoice, noFilter, queryOf } from './filter.ts'
import { inShownOrder } from './use-rooms.ts'

const room = (id: number, unread_count = 0) => roomNamed(id, '佐伯', { unread_count })

test('shown rows keep their order and get their new counts; new patients come last', () => {
  const shownRooms = [room(1), room(2), room(3)]
  const fresh = [room(9), room(3, 4), room(1)]
  expect(inShownOrder(shownRooms, fresh).map(({ id, unread_count }) => [id, unread_count])).toEqual([
    [1, 0],
    [2, 0],
    [3, 4],
    [9, 0],
  ])
})

test('the filter for members or companies requests one type of contract', () => {
  expect(queryOf({ ...noFilter, kind: 'membership', main_doctor: true })).toEqual({ service_type: 'membership', role: 'main_doctor' })
  expect(queryOf({ ...noFilter, kind: 'business' })).toEqual({ service_type: 'business' })
})

test('a search text of whitespace only does not filter the list', () => {
  expect(queryOf({ ...noFilter, name: '  ', doctor: '　' })).toEqual({})
  expect(hasChoice({ ...noFilter, name: 'さえき' })).toBe(false)
})
