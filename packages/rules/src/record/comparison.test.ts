import { expect, test } from 'vitest'
import { byNotice, changeOf, type Judged } from './comparison.ts'

const ldl = { min: 60, max: 120 }
const at = (value: number, status: number | null, band: Judged['band'] = ldl): Judged => ({ value, status, band })
const told = (from: Judged, to: Judged) => {
  const change = changeOf(from, to)
  return change && `${change.kind} ${change.way}${change.is_restated ? ' restated' : ''}`
}

test('a value that is judged worse or better than before is worth a sentence, however little it moved', () => {
  expect(told(at(119, 0), at(120, 2))).toBe('worse up restated')
  expect(told(at(142, 2), at(162, 1))).toBe('worse up restated')
  expect(told(at(162, 1), at(118, 0))).toBe('better down restated')
  expect(changeOf(at(142, 2), at(162, 1))).toMatchObject({ from: { side: 'high' }, to: { side: 'high' } })
})

test('a value that is judged as before is worth one only once it moved by half of the healthy band', () => {
  expect(told(at(70, 0), at(99, 0))).toBeUndefined()
  expect(told(at(70, 0), at(100, 0))).toBe('changed up')
  expect(told(at(165, 1), at(194, 1))).toBeUndefined()
  expect(told(at(165, 1), at(195, 1))).toBe('worse up')
  expect(told(at(195, 1), at(165, 1))).toBe('better down')
})

test('within a band of one limit it counts how much of the room to the limit was used up, and what moved away from it says nothing', () => {
  const hdl = { min: 40, max: null }
  expect(told(at(60, 0, hdl), at(51, 0, hdl))).toBeUndefined()
  expect(told(at(60, 0, hdl), at(50, 0, hdl))).toBe('changed down')
  expect(told(at(60, 0, hdl), at(90, 0, hdl))).toBeUndefined()
  const crp = { min: null, max: 0.3 }
  expect(told(at(0.03, 0, crp), at(0.06, 0, crp))).toBeUndefined()
  expect(told(at(0, 0, crp), at(0.1, 0, crp))).toBeUndefined()
})

test('beyond a band of one limit a fifth of the value counts', () => {
  const hdl = { min: 40, max: null }
  expect(told(at(34, 2, hdl), at(28, 2, hdl))).toBeUndefined()
  expect(told(at(34, 2, hdl), at(26, 2, hdl))).toBe('worse down')
})

test('a value that nobody judged is never called worse', () => {
  expect(told(at(50, null, null), at(80, null, null))).toBe('changed up')
  expect(told(at(50, null, null), at(52, 1))).toBeUndefined()
})

test('a value that was too high and is too low now is worth a sentence', () => {
  expect(told(at(121, 2), at(59, 2))).toBe('changed down')
})

test('the same value says nothing, nor does a zero that stayed', () => {
  expect(told(at(100, 0), at(100, 0))).toBeUndefined()
  expect(told(at(0, null, null), at(0, null, null))).toBeUndefined()
})

test('what became worst comes first, what only moved last', () => {
  const changes = [
    changeOf(at(70, 0), at(110, 0))!,
    changeOf(at(162, 1), at(118, 0))!,
    changeOf(at(110, 0), at(125, 2))!,
    changeOf(at(165, 1), at(199, 1))!,
    changeOf(at(110, 0), at(190, 1))!,
  ]
  expect(changes.toSorted(byNotice).map(({ kind, to }) => `${kind} ${to.value}`)).toEqual(['worse 190', 'worse 199', 'worse 125', 'better 118', 'changed 110'])
})
