import { expect, test, vi } from 'vitest'
import { combineQueries } from './combine-queries.ts'

const queryState = (state: { currentData?: unknown; isError?: boolean; isFetching?: boolean }) => ({
  isError: false,
  isFetching: false,
  refetch: vi.fn(),
  ...state,
})
const [loaded, failed, pending] = [{ currentData: {} }, { isError: true }, { isFetching: true }]

test('the combination fails if a query failed and no query without data is pending', () => {
  expect(combineQueries(queryState(loaded), queryState(failed)).failed).toBe(true)
  expect(combineQueries(queryState(pending), queryState(failed)).failed).toBe(false)
  expect(combineQueries(queryState({ ...failed, ...pending }), queryState(loaded)).failed).toBe(false)
  expect(combineQueries(queryState(loaded), queryState(pending)).failed).toBe(false)
})

test('the refetch of a query with data counts neither as failed nor as pending', () => {
  expect(combineQueries(queryState(loaded), queryState({ ...loaded, ...failed })).failed).toBe(false)
  expect(combineQueries(queryState({ ...loaded, ...pending }), queryState(failed)).failed).toBe(true)
})

test('refetches only failed queries', () => {
  const [loadedQuery, failedQuery] = [queryState(loaded), queryState(failed)]
  combineQueries(loadedQuery, failedQuery).retry()
  expect([loadedQuery.refetch, failedQuery.refetch].map((call) => call.mock.calls.length)).toEqual([0, 1])
})
