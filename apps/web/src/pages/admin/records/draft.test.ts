import type { Field } from '@sukoyaka/wire/admin'
import { expect, test } from 'vitest'
import { draftOf, inputOf, problemsOf } from './draft.ts'

const fields: Field[] = [
  { name: 'title', kind: 'line', isRequired: true },
  { name: 'price', kind: 'number', isRequired: true, min: 0, max: 1_000_000 },
  { name: 'lead_days', kind: 'number', isRequired: false, isNullable: true },
  { name: 'kind', kind: 'choice', isRequired: true, values: [1, 2] },
  { name: 'hints', kind: 'list', isRequired: false, entries: 'line', max: 2 },
  { name: 'dates', kind: 'list', isRequired: false, entries: 'day' },
  { name: 'weekdays', kind: 'list', isRequired: false, entries: 'choice', values: [0, 1] },
  { name: 'starts', kind: 'list', isRequired: false, fields: [{ name: 'time', kind: 'line', isRequired: true }] },
]
const record = { title: '半日', price: 44_000, lead_days: null, kind: 2, hints: ['a', 'b'], dates: ['2027-01-04'], weekdays: [1], starts: [{ time: '09:00' }] }
const today = '2026-11-27'

test('the input made from the draft of a saved record equals the record', () => {
  expect(inputOf(fields, draftOf(fields, record), today)).toEqual(record)
})

test('reads full-width numbers, lines, and dates without a year or with an era', () => {
  const draft = { ...draftOf(fields, record), price: '４４，０００', hints: ' a \n\n b', dates: '1/4\n令和9年2月1日' }
  expect(inputOf(fields, draft, today)).toMatchObject({ price: 44_000, hints: ['a', 'b'], dates: ['2027-01-04', '2027-02-01'] })
})

test('reports problems by the path of the field, and no problems of fields that are not shown', () => {
  const draft = { ...draftOf(fields), price: '千円', hints: 'a\nb\nc', dates: '不明', starts: [{ key: '0', time: ' ' }] }
  expect(problemsOf(fields, draft, today)).toEqual({
    title: { reason: 'required' },
    price: { reason: 'notNumber' },
    kind: { reason: 'required' },
    hints: { reason: 'tooMany', max: 2 },
    dates: { reason: 'notDay', text: '不明' },
    'starts.0.time': { reason: 'required' },
  })
  expect(problemsOf(fields, { ...draftOf(fields, record), price: '-1' }, today)).toEqual({ price: { reason: 'numberRange', min: 0, max: 1_000_000 } })
  expect(problemsOf(fields, draft, today, (path) => path === 'starts' || path === 'title')).toEqual({ title: { reason: 'required' } })
})
