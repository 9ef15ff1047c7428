import { endpoints } from '@sukoyaka/wire/all'
import { beforeAll, describe, expect, test } from 'vitest'
import { callOf, calls, keyOf } from '../../trials/kit/calls.ts'
import { judgeCall } from '../../trials/kit/judge.ts'
import { openRecords, type Records } from '../../trials/kit/records.ts'

let records: Records
beforeAll(async () => {
  records = await openRecords()
})

test('every call of the contract is walked, and none that is not in it', () => {
  expect(Object.keys(calls).sort()).toEqual(endpoints.map(({ endpoint }) => keyOf(endpoint)).sort())
  for (const { endpoint } of endpoints) expect(callOf(endpoint)).toBeDefined()
})

describe('eight roles, nobody, an ended session and somebody deactivated get what the permission table says of their own, another’s and nobody’s record', () => {
  for (const { endpoint } of endpoints)
    test(keyOf(endpoint), async () => {
      const { n, failures } = await judgeCall(records.world.app, records, endpoint)
      expect(failures.map(({ caller, relation, what }) => `${caller}, ${relation}: ${what}`)).toEqual([])
      expect(n).toBeGreaterThanOrEqual(records.callers.length)
    })
})
