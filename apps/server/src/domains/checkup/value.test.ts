import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp } from '../../../test/test-app.ts'

let hanako: Member, doctor: Member

beforeAll(async () => {
  const testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })
  ;({ hanako } = testApp)
  ;({ doctor } = testApp.staff)
})

const recorded_at = '2020-01-20T00:00:00.000Z'
type Sent = { category_name: string; value: number; comparator?: string; recorded_at?: string; confirmed?: boolean }
const sendResults = (results: Sent[]) =>
  doctor.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, results: results.map((row) => ({ recorded_at, ...row })) } })

test('stores a dipstick result as the index of its label, and rejects values that are not a step of their scale', async () => {
  const row = (category_name: string, value: number, more = {}) => ({ category_name, value, ...more })
  const response = await sendResults([
    row('urine_occult_blood', 2),
    row('urine_protein', 1.5),
    row('urine_glucose', 6),
    row('urine_glucose', 1, { comparator: '>' }),
    row('visual_acuity_left', 0.99),
    row('visual_acuity_right', 0.7),
    row('corrected_visual_acuity_left', 0.1, { comparator: '<' }),
  ])
  expect(response.body.items.map(({ outcome, reason }: { outcome: string; reason?: string }) => reason ?? outcome)).toEqual([
    'new',
    'not_a_step',
    'impossible',
    'not_a_step',
    'not_a_step',
    'new',
    'new',
  ])
  expect(response.body.items.flatMap(({ result }: { result?: object }) => result ?? [])).toMatchObject([
    { value: 2, status: 1 },
    { value: 0.7, status: 2 },
    { value: 0.1, comparator: '<', status: 1 },
  ])
  const { body } = await doctor.get('/api/numeric_test_result_categories')
  const urine = body.items.find(({ name }: { name: string }) => name === 'urine_occult_blood')
  expect(urine.value_labels).toEqual(['(−)', '(±)', '(1+)', '(2+)', '(3+)', '(4+)'])
})

test('keeps the comparator of a value beyond a limit of measurement and judges `<` as less than the limit', async () => {
  // the healthy band of HDL cholesterol begins at 40
  const at = { category_name: 'hdl_cholesterol', value: 40 }
  const [below] = (await sendResults([{ ...at, comparator: '<' }])).body.items
  expect(below).toMatchObject({ outcome: 'new', result: { value: 40, comparator: '<' } })
  const [equal] = (await sendResults([at])).body.items
  expect(equal).toMatchObject({ outcome: 'changed', result: { value: 40, comparator: null, status: 0 } })
  expect(below.result.status).not.toBe(0)
  const change = (body: object) => doctor.request('PUT', `/api/test_results/${equal.result.id}`, { body })
  expect((await change({ value: 40, comparator: '<' })).body).toMatchObject({ value: 40, comparator: '<', status: below.result.status })
  expect((await change({ comparator: '<' })).status).toBe(422)
  // a value changed without a comparator has none
  expect((await change({ value: 55 })).body).toMatchObject({ value: 55, comparator: null, status: 0 })
})

test('calculates nothing from a value beyond a limit of measurement', async () => {
  const moment = '2020-01-22T00:00:00.000Z'
  const row = (category_name: string, value: number, more = {}) => ({ category_name, value, recorded_at: moment, ...more })
  await sendResults([row('total_cholesterol', 220), row('hdl_cholesterol', 20, { comparator: '<', confirmed: true })])
  const { body } = await doctor.get(`/api/test_results?user_id=${hanako.id}&count=100&include=category`)
  const stored = body.items.filter((result: { recorded_at: string }) => result.recorded_at === moment)
  expect(stored.map(({ category }: { category: { name: string } }) => category.name).toSorted()).toEqual(['hdl_cholesterol', 'total_cholesterol'])
})
