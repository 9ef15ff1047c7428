import { expect, test, vi } from 'vitest'
import { together } from './combine-queries.ts'

const read = (is: { currentData?: unknown; isError?: boolean; isFetching?: boolean }) => ({ isError: false, isFetching: false, refetch: vi.fn(), ...is })
const [there, failed, awaited] = [{ currentData: {} }, { isError: true }, { isFetching: true }]

test('what is missing has failed once nothing else is waited for', () => {
  expect(together(read(there), read(failed)).failed).toBe(true)
  expect(together(read(awaited), read(failed)).failed).toBe(false)
  expect(together(read({ ...failed, ...awaited }), read(there)).failed).toBe(false)
  expect(together(read(there), read(awaited)).failed).toBe(false)
})

test('what is there though it could not be read anew has not failed, nor does its reading anew hide what has', () => {
  expect(together(read(there), read({ ...there, ...failed })).failed).toBe(false)
  expect(together(read({ ...there, ...awaited }), read(failed)).failed).toBe(true)
})

test('only what failed is asked for again', () => {
  const [held, lost] = [read(there), read(failed)]
  together(held, lost).retry()
  expect([held.refetch, lost.refetch].map((one) => one.mock.calls.length)).toEqual([0, 1])
})
