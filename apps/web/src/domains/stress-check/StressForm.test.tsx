// @vitest-environment happy-dom

import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { removeOtherUsersDrafts } from '../../api/form-drafts.ts'
import { fakeNetwork, setUpCardTests, showCard, wait } from '../../test/render.tsx'
import { pagesOf } from './pages.ts'
import { StressForm } from './StressForm.tsx'
import { splitLabel } from './split-label.ts'

const options = [1, 2, 3, 4].map((value) => ({ value, label: `答え${value}` }))
const form = {
  display_name: '調査票',
  sections: [
    { code: 'A', display_name: '仕事について', options },
    { code: 'D', display_name: '満足度', options },
  ],
  items: [
    { code: 'A1', section: 'A', serial: 1, text: '仕事が多い' },
    { code: 'A2', section: 'A', serial: 2, text: '時間が足りない' },
    { code: 'D1', section: 'D', serial: 3, text: '仕事に満足だ' },
  ],
}
const draft = (answers: object[]) => ({ user_id: 1, answers, updated_at: answers.length ? '2026-11-21T00:05:00Z' : null })
const saveRequest = 'PUT /api/job_stress_check_draft'

setUpCardTests(() => ({
  '/api/job_stress_check_form': form,
  '/api/job_stress_check_draft': draft([{ code: 'A1', value: 2 }]),
  [saveRequest]: draft([{ code: 'A1', value: 2 }]),
}))

beforeEach(() => removeOtherUsersDrafts(undefined))

const show = (onDone = () => {}) => showCard(<StressForm user_id={1} onClose={() => {}} onDone={onDone} />, 'patient')
const choose = async (code: string, value: number) => {
  await act(async () => {
    fireEvent.click(document.getElementById(`${code}-${value}`)!)
  })
  await wait(100)
}
const savedAnswers = () =>
  fakeNetwork.requests.filter(({ path }) => path === '/api/job_stress_check_draft').map(({ body }) => (body as { answers: object[] }).answers)

test('restores saved answers and saves each new one immediately', async () => {
  await show()
  expect((document.getElementById('A1-2') as HTMLInputElement).checked).toBe(true)
  await choose('A2', 3)
  expect(savedAnswers()).toEqual([[{ code: 'A2', value: 3 }]])
  expect(screen.getByText('09:05に保存しました')).toBeTruthy()
})

test('answers given offline are sent once online', async () => {
  await show()
  const originalFetch = globalThis.fetch
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await choose('A2', 3)
  await choose('A1', 4)
  await wait(4_000)
  expect(screen.getByText(/保存できていません/)).toBeTruthy()
  vi.stubGlobal('fetch', originalFetch)
  await act(async () => {
    dispatchEvent(new Event('online'))
  })
  await wait(6_000)
  expect(savedAnswers().flat()).toEqual(
    expect.arrayContaining([
      { code: 'A2', value: 3 },
      { code: 'A1', value: 4 },
    ]),
  )
  expect(screen.queryByText(/保存できていません/)).toBe(null)
})

test('continues only after a page is complete and submits all answers at the end', async () => {
  const onDone = vi.fn()
  fakeNetwork.responses['POST /api/job_stress_check_results'] = {}
  await show(onDone)
  fireEvent.click(screen.getByRole('button', { name: '次へ' }))
  expect(screen.getByText('このページにまだ回答していない質問があります')).toBeTruthy()
  await choose('A2', 1)
  fireEvent.click(screen.getByRole('button', { name: '次へ' }))
  await choose('D1', 4)
  fireEvent.click(screen.getByRole('button', { name: '結果を見る' }))
  await wait(200)
  expect(fakeNetwork.requests.at(-1)).toMatchObject({
    path: '/api/job_stress_check_results',
    body: {
      answers: [
        { code: 'A1', value: 2 },
        { code: 'A2', value: 1 },
        { code: 'D1', value: 4 },
      ],
    },
  })
  expect(onDone).toHaveBeenCalledOnce()
})

test('saves the last answer before submission, so that no late save starts a new draft', async () => {
  fakeNetwork.responses['/api/job_stress_check_draft'] = draft([
    { code: 'A1', value: 2 },
    { code: 'A2', value: 2 },
  ])
  await show()
  const originalFetch = globalThis.fetch
  const response = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'PUT') await response.promise
    return originalFetch(url, init)
  })
  await choose('D1', 1)
  fireEvent.click(screen.getByRole('button', { name: '結果を見る' }))
  await wait(300)
  expect(fakeNetwork.requests).toEqual([])
  response.resolve()
  await wait(300)
  expect(fakeNetwork.requests.map(({ method }) => method)).toEqual(['PUT', 'POST'])
})

test('no page has more than six questions', () => {
  const items = Array.from({ length: 17 }, (_, n) => ({ code: `A${n + 1}`, section: 'A' as const, serial: n + 1, text: '' }))
  expect(pagesOf({ sections: [form.sections[0] as never], items }).map((page) => page.items.length)).toEqual([6, 6, 5])
})

test('breaks long names at natural positions', () => {
  expect(['活気', '家族・友人からの支援', 'Interpersonal stress at work', 'Support from family and friends', 'Vigor'].map(splitLabel)).toEqual([
    '活気',
    '家族・\n友人からの支援',
    'Interpersonal\nstress at work',
    'Support from\nfamily\nand friends',
    'Vigor',
  ])
})
