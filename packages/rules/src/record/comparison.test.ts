import { expect, test } from 'vitest'
import { byImportance, changeOf, type JudgedValue } from './comparison.ts'

const ldl = { min: 60, max: 120 }
const judgedValue = (value: number, status: number | null, band: JudgedValue['band'] = ldl): JudgedValue => ({ value, status, band })
const summaryOf = (from: JudgedValue, to: JudgedValue) => {
  const change = changeOf(from, to)
  return change && `${change.kind} ${change.way}${change.has_status_changed ? ' restated' : ''}`
}

test('reports any change of status, however small the change of value', () => {
  expect(summaryOf(judgedValue(119, 0), judgedValue(120, 2))).toBe('worse up restated')
  expect(summaryOf(judgedValue(142, 2), judgedValue(162, 1))).toBe('worse up restated')
  expect(summaryOf(judgedValue(162, 1), judgedValue(118, 0))).toBe('better down restated')
  expect(changeOf(judgedValue(142, 2), judgedValue(162, 1))).toMatchObject({ from: { side: 'high' }, to: { side: 'high' } })
})

test('reports an unchanged status only if the value moved by half of the healthy band', () => {
  expect(summaryOf(judgedValue(70, 0), judgedValue(99, 0))).toBeUndefined()
  expect(summaryOf(judgedValue(70, 0), judgedValue(100, 0))).toBe('changed up')
  expect(summaryOf(judgedValue(165, 1), judgedValue(194, 1))).toBeUndefined()
  expect(summaryOf(judgedValue(165, 1), judgedValue(195, 1))).toBe('worse up')
  expect(summaryOf(judgedValue(195, 1), judgedValue(165, 1))).toBe('better down')
})

test('in a band with one limit, a change is compared with the distance to the limit; a change away from the limit is not reported', () => {
  const hdl = { min: 40, max: null }
  expect(summaryOf(judgedValue(60, 0, hdl), judgedValue(51, 0, hdl))).toBeUndefined()
  expect(summaryOf(judgedValue(60, 0, hdl), judgedValue(50, 0, hdl))).toBe('changed down')
  expect(summaryOf(judgedValue(60, 0, hdl), judgedValue(90, 0, hdl))).toBeUndefined()
  const crp = { min: null, max: 0.3 }
  expect(summaryOf(judgedValue(0.03, 0, crp), judgedValue(0.06, 0, crp))).toBeUndefined()
  expect(summaryOf(judgedValue(0, 0, crp), judgedValue(0.1, 0, crp))).toBeUndefined()
})

test('outside a band with one limit, only a change of at least a fifth of the value is reported', () => {
  const hdl = { min: 40, max: null }
  expect(summaryOf(judgedValue(34, 2, hdl), judgedValue(28, 2, hdl))).toBeUndefined()
  expect(summaryOf(judgedValue(34, 2, hdl), judgedValue(26, 2, hdl))).toBe('worse down')
})

test('never reports a value without a status as worse', () => {
  expect(summaryOf(judgedValue(50, null, null), judgedValue(80, null, null))).toBe('changed up')
  expect(summaryOf(judgedValue(50, null, null), judgedValue(52, 1))).toBeUndefined()
})

test('reports a value that moved from too high to too low', () => {
  expect(summaryOf(judgedValue(121, 2), judgedValue(59, 2))).toBe('changed down')
})

test('reports no change for equal values, including zero', () => {
  expect(summaryOf(judgedValue(100, 0), judgedValue(100, 0))).toBeUndefined()
  expect(summaryOf(judgedValue(0, null, null), judgedValue(0, null, null))).toBeUndefined()
})

test('sorts worse changes first, by severity and size, and changes within the healthy band last', () => {
  const changes = [
    changeOf(judgedValue(70, 0), judgedValue(110, 0))!,
    changeOf(judgedValue(162, 1), judgedValue(118, 0))!,
    changeOf(judgedValue(110, 0), judgedValue(125, 2))!,
    changeOf(judgedValue(165, 1), judgedValue(199, 1))!,
    changeOf(judgedValue(110, 0), judgedValue(190, 1))!,
  ]
  expect(changes.toSorted(byImportance).map(({ kind, to }) => `${kind} ${to.value}`)).toEqual([
    'worse 190',
    'worse 199',
    'worse 125',
    'better 118',
    'changed 110',
  ])
})
