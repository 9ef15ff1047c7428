// @vitest-environment happy-dom

import type { Role } from '@sukoyaka/wire/access'
import type { HealthRecord } from '@sukoyaka/wire/record/health-record'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, setUpFormTests, show as showCard, text, wait } from '../../test/render-ui.tsx'
import { HealthRecordsCard } from './HealthRecordsCard.tsx'
import { readNumber, readTime } from './words.ts'

const value = (name: string, display_name: string, min: number, max: number) => ({ name, display_name, possible: { min, max }, numeric_category: name })
const category = (id: number, name: string, display_name: string, value_kind: string, unit: string, values: object[]) => ({
  id,
  name,
  name_ja: display_name,
  display_name,
  value_kind,
  unit,
  values,
  sort_number: id,
})
const catalogue = [
  category(1, 'body_weight', '体重', 'number', 'kg', [value('value', '体重', 10, 400)]),
  category(2, 'blood_pressure', '血圧', 'pair', 'mm[Hg]', [value('systolic', '収縮期', 30, 320), value('diastolic', '拡張期', 10, 220)]),
  category(3, 'meal_photo', '食事の写真', 'photo', '', []),
  category(4, 'symptom_note', '症状メモ', 'text', '', []),
]
const record = (id: number, category_id: number, more: Partial<HealthRecord>): HealthRecord => ({
  id,
  user_id: 1,
  category_id,
  category: '',
  recorded_at: '2026-11-19T22:00:00Z',
  values: [],
  text: '',
  created_by: 1,
  created_at: '2026-11-19T22:00:00Z',
  ...more,
})
type ErrorResponse = { status: number; body: object }
const fakeServer: { records: HealthRecord[]; requests: { method: string; path: string; body: unknown }[]; errorResponse: ErrorResponse | undefined } = {
  records: [],
  requests: [],
  errorResponse: undefined,
}
const respond = async (url: string, init: RequestInit) => {
  const path = url.split('?')[0]!
  const method = init.method ?? 'GET'
  if (path === '/api/health_record_categories') return json({ items: catalogue })
  if (method === 'GET') return json({ items: fakeServer.records, page: 1, next_page: null, total_count: fakeServer.records.length })
  fakeServer.requests.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : undefined })
  if (fakeServer.errorResponse) return json(fakeServer.errorResponse.body, fakeServer.errorResponse.status)
  if (method === 'DELETE') {
    fakeServer.records = fakeServer.records.filter(({ id }) => !path.endsWith(`/${id}`))
    return new Response(null, { status: 204 })
  }
  return json(record(99, 1, {}), 201)
}

setUpFormTests({
  now: '2026-11-21T00:30:00Z',
  load: () => [import('./AddRecordDialog.tsx'), import('./RemoveRecordDialog.tsx')],
  before: () => {
    fakeServer.records = [
      record(2, 2, {
        values: [
          { name: 'systolic', value: 134 },
          { name: 'diastolic', value: 82 },
        ],
      }),
      record(1, 4, { text: '少し頭が重い' }),
    ]
    fakeServer.requests = []
    fakeServer.errorResponse = undefined
  },
  respond,
})

const show = (role: Role) => showCard(role, <HealthRecordsCard user_id={1} />)
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await wait(300)
}
const type = (name: string | RegExp, text: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } })

test('shows records with unit and Tokyo time', async () => {
  await show('observer')
  expect(text()).toContain('2026.11.20 07:00血圧134/82 mmHg')
  expect(text()).toContain('症状メモ少し頭が重い')
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a patient adds a blood pressure; photos are not offered and diastolic must be below systolic', async () => {
  await show('patient')
  await press('記録する')
  expect(screen.queryByRole('radio', { name: '食事の写真' })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: '血圧' }))
  await wait(50)
  type(/収縮期/, '８０')
  type(/拡張期/, '120')
  await press('保存')
  expect(text()).toContain('収縮期より小さい値を入力してください')
  expect(fakeServer.requests).toEqual([])
  type(/収縮期/, '128')
  type(/拡張期/, '82')
  await press('保存')
  expect(fakeServer.requests[0]).toMatchObject({
    path: '/api/health_records',
    body: {
      category_id: 2,
      values: [
        { name: 'systolic', value: 128 },
        { name: 'diastolic', value: 82 },
      ],
      recorded_at: '2026-11-21T00:30:00.000Z',
    },
  })
  expect(text()).toContain('自己記録を保存しました')
})

test('sends a value that the server rejects as unlikely again as confirmed', async () => {
  await show('doctor')
  await press('記録')
  type(/体重/, '240')
  fakeServer.errorResponse = { status: 422, body: { error: '入力内容をご確認ください。', code: 'invalid', fields: { value: ['通常はみられない値です。'] } } }
  await press('保存')
  expect(text()).toContain('通常はみられない値です。')
  fakeServer.errorResponse = undefined
  await press('この値で保存')
  expect(fakeServer.requests.map(({ body }) => (body as { confirmed?: boolean }).confirmed)).toEqual([undefined, true])
})

test('deletes a record after confirmation and restores it on failure', async () => {
  await show('patient')
  await press(/^削除：血圧/)
  expect(screen.getByRole('dialog', { name: '自己記録を削除' }).textContent).toContain('134/82 mmHg')
  expect(fakeServer.requests).toEqual([])
  fakeServer.errorResponse = { status: 403, body: { error: 'この操作を行う権限がありません。', code: 'forbidden' } }
  await press('記録を削除')
  expect(text()).toContain('134/82')
  fakeServer.errorResponse = undefined
  await press('再試行')
  expect(text()).not.toContain('134/82')
})

test.each([
  ['５８．２', 58.2],
  ['58,2', 58.2],
  ['1e3', undefined],
  ['', undefined],
])('parses %s as %s', (typed, number) => {
  expect(readNumber(typed)).toBe(number)
})
test.each([
  ['830', '08:30'],
  ['８：３０', '08:30'],
  ['24:00', undefined],
])('parses time %s as %s', (typed, time) => {
  expect(readTime(typed)).toBe(time)
})
