import { endpoints } from '@sukoyaka/wire/all'
import { beforeAll, describe, expect, test } from 'vitest'
import { callOf, calls, keyOf } from '../../trials/kit/calls/calls.ts'
import { judgeCall } from '../../trials/kit/judge.ts'
import { openRecords, type Records } from '../../trials/kit/rows/records.ts'

let records: Records
beforeAll(async () => {
  records = await openRecords()
})

test('every endpoint of the contract has a permission test, and no test lacks an endpoint', () => {
  expect(Object.keys(calls).sort()).toEqual(endpoints.map(({ endpoint }) => keyOf(endpoint)).sort())
  for (const { endpoint } of endpoints) expect(callOf(endpoint)).toBeDefined()
})

describe('eight roles, anonymous, an ended session and a deactivated user get what the permission table states for their own, another’s and a missing record', () => {
  for (const { endpoint } of endpoints)
    test(keyOf(endpoint), async () => {
      const { n, failures } = await judgeCall(records.testApp.app, records, endpoint)
      expect(failures.map(({ caller, relation, problem }) => `${caller}, ${relation}: ${problem}`)).toEqual([])
      expect(n).toBeGreaterThanOrEqual(records.callers.length)
    })
})
