import { expect, test } from 'vitest'
import { byNotice, changeOf, type Judged } from './comparison.ts'

const ldl = { min: 60, max: 120 }
const at = (value: number, status: number | null, band: Judged['band'] = ldl): Judged => ({ value, status, band })
const told = (from: Judged, to: Judged) => {
  const change = changeOf(from, to)
  return change && `${change.kind} ${change.way}${change.is_restated ? ' restated' : ''}`
}

test('reports any change of status, however small the change of value', () => {
  expect(told(at(119, 0), at(120, 2))).toBe('worse up restated')
  expect(told(at(142, 2), at(162, 1))).toBe('worse up restated')
  expect(told(at(162, 1), at(118, 0))).toBe('better down restated')
  expect(changeOf(at(142, 2), at(162, 1))).toMatchObject({ from: { side: 'high' }, to: { side: 'high' } })
})

test('reports an unchanged status only if the value moved by half of the healthy band', () => {
  expect(told(at(70, 0), at(99, 0))).toBeUndefined()
  expect(told(at(70, 0), at(100, 0))).toBe('changed up')
  expect(told(at(165, 1), at(194, 1))).toBeUndefined()
  expect(told(at(165, 1), at(195, 1))).toBe('worse up')
  expect(told(at(195, 1), at(165, 1))).toBe('better down')
})

test('with one limit, compares with the distance to the limit; moving away is not reported', () => {
  const hdl = { min: 40, max: null }
  expect(told(at(60, 0, hdl), at(51, 0, hdl))).toBeUndefined()
  expect(told(at(60, 0, hdl), at(50, 0, hdl))).toBe('changed down')
  expect(told(at(60, 0, hdl), at(90, 0, hdl))).toBeUndefined()
  const crp = { min: null, max: 0.3 }
  expect(told(at(0.03, 0, crp), at(0.06, 0, crp))).toBeUndefined()
  expect(told(at(0, 0, crp), at(0.1, 0, crp))).toBeUndefined()
})

test('outside a band with one limit, compares with a fifth of the value', () => {
  const hdl = { min: 40, max: null }
  expect(told(at(34, 2, hdl), at(28, 2, hdl))).toBeUndefined()
  expect(told(at(34, 2, hdl), at(26, 2, hdl))).toBe('worse down')
})

test('never reports a value without a status as worse', () => {
  expect(told(at(50, null, null), at(80, null, null))).toBe('changed up')
  expect(told(at(50, null, null), at(52, 1))).toBeUndefined()
})

test('reports a value that moved from too high to too low', () => {
  expect(told(at(121, 2), at(59, 2))).toBe('changed down')
})

test('reports no change for equal values, including zero', () => {
  expect(told(at(100, 0), at(100, 0))).toBeUndefined()
  expect(told(at(0, null, null), at(0, null, null))).toBeUndefined()
})

test('sorts worse changes first and changes without a judgement last', () => {
  const changes = [
    changeOf(at(70, 0), at(110, 0))!,
    changeOf(at(162, 1), at(118, 0))!,
    changeOf(at(110, 0), at(125, 2))!,
    changeOf(at(165, 1), at(199, 1))!,
    changeOf(at(110, 0), at(190, 1))!,
  ]
  expect(changes.toSorted(byNotice).map(({ kind, to }) => `${kind} ${to.value}`)).toEqual(['worse 190', 'worse 199', 'worse 125', 'better 118', 'changed 110'])
})
