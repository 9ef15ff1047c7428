import { expect, test } from 'vitest'
import { readSafely } from '../import/read-safely.ts'
import { readFamilyMemberHistory } from './family-member-history.ts'
import { readMedicationStatement } from './medication-statement.ts'

const ageOf = (onsetAge: object | undefined) => {
  const history = { relationship: { text: '父' }, condition: [{ code: { text: '胃潰瘍' }, ...(onsetAge && { onsetAge }) }] }
  const read = readSafely(() => readFamilyMemberHistory(history as never))
  return Array.isArray(read) ? read[0]!.diagnosed_age : read
}

test('the age of an illness is read in full years, whatever its unit', () => {
  expect(ageOf(undefined)).toBeNull()
  expect([{ value: 45, code: 'a' }, { value: 45.5, unit: '歳' }, { value: 45 }].map(ageOf)).toEqual([45, 45, 45])
  expect(
    [
      { value: 18, code: 'mo' },
      { value: 24, code: 'mo' },
      { value: 3, code: 'd' },
      { value: 60, code: 'wk' },
    ].map(ageOf),
  ).toEqual([1, 2, 0, 1])
  for (const age of [{ value: -1 }, { value: 131 }, { value: 5, code: 'km' }, { value: 5, unit: 'か月' }, { value: '5' }])
    expect(ageOf(age), JSON.stringify(age)).toEqual({ reason: 'invalid' })
})

const dosageOf = (repeat: object) => {
  const statement = { status: 'active', medicationCodeableConcept: { text: '点眼液' }, dosage: [{ timing: { repeat } }] }
  const read = readSafely(() => readMedicationStatement(statement as never))
  return 'reason' in read ? read : [read.divided_times, read.memo]
}

test('only 1 to 12 times a day are a number of times a day; another rhythm is kept as a text', () => {
  expect(dosageOf({})).toEqual([null, ''])
  expect([{ frequency: 3 }, { frequency: 3, period: 1, periodUnit: 'd' }].map(dosageOf)).toEqual([
    [3, ''],
    [3, ''],
  ])
  expect(dosageOf({ frequency: 1, period: 1, periodUnit: 'wk' })).toEqual([null, '1週間に1回'])
  expect(dosageOf({ frequency: 1, period: 8, periodUnit: 'h' })).toEqual([null, '8時間に1回'])
  expect([24, 0, 1.5].map((frequency) => dosageOf({ frequency, period: 1, periodUnit: 'd' }))).toEqual([
    [null, '1日に24回'],
    [null, '1日に0回'],
    [null, '1日に1.5回'],
  ])
  expect(dosageOf({ frequency: '3' })).toEqual({ reason: 'invalid' })
})
