import { expect, test, vi } from 'vitest'
import { combineQueries } from './combine-queries.ts'

const read = (is: { currentData?: unknown; isError?: boolean; isFetching?: boolean }) => ({ isError: false, isFetching: false, refetch: vi.fn(), ...is })
const [there, failed, awaited] = [{ currentData: {} }, { isError: true }, { isFetching: true }]

test('fails once no other query is pending', () => {
  expect(combineQueries(read(there), read(failed)).failed).toBe(true)
  expect(combineQueries(read(awaited), read(failed)).failed).toBe(false)
  expect(combineQueries(read({ ...failed, ...awaited }), read(there)).failed).toBe(false)
  expect(combineQueries(read(there), read(awaited)).failed).toBe(false)
})

test('a failed refetch of loaded data is no failure, and does not hide another one', () => {
  expect(combineQueries(read(there), read({ ...there, ...failed })).failed).toBe(false)
  expect(combineQueries(read({ ...there, ...awaited }), read(failed)).failed).toBe(true)
})

test('refetches only failed queries', () => {
  const [held, lost] = [read(there), read(failed)]
  combineQueries(held, lost).retry()
  expect([held.refetch, lost.refetch].map((call) => call.mock.calls.length)).toEqual([0, 1])
})
