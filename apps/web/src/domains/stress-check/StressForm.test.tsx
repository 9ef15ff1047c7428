import {
  addJobStressCheckResult,
  type StressForm as Form,
  getStressDraft,
  getStressForm,
  getStressLink,
  type JobStressCheck,
  listJobStressChecks,
  type StressDraft,
  saveStressDraft,
} from '@sukoyaka/wire/record/stress-check'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { invalidate } from '../../api/api.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { pagesOf } from './pages.ts'
import { StressChecks } from './StressChecks.tsx'
import { StressForm } from './StressForm.tsx'

setUpNetwork()

const options = [1, 2, 3, 4].map((value) => ({ value, label: `答え${value}` }))
const form: Form = {
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
const draft = (answers: StressDraft['answers']): StressDraft => ({ user_id: 1, answers, updated_at: answers.length ? '2026-11-21T00:05:00Z' : null })
const firstPage = [
  { code: 'A1', value: 2 },
  { code: 'A2', value: 2 },
]
const sums = { A: 40, B: 60, C: 20, high_stress: false }
const check = (id: number, answered_at: string, is_high_stress = false): JobStressCheck => ({
  id,
  user_id: 1,
  answered_at,
  source: 'page',
  consented_at: answered_at,
  is_high_stress,
  method: 'total_score',
  total_score: { ...sums, high_stress: is_high_stress },
  scale_conversion: null,
  scales: [],
  interview_requested_at: null,
  interview_note: '',
  created_at: answered_at,
  updated_at: answered_at,
})

/** Answers that the server has received, request by request. */
let saved: StressDraft['answers'][]
beforeEach(() => {
  saved = []
  network.use(
    reply(getStressForm, form),
    reply(getStressDraft, draft([{ code: 'A1', value: 2 }])),
    reply(saveStressDraft, ({ answers }) => {
      saved.push(answers)
      return draft(answers)
    }),
    reply(addJobStressCheckResult, check(1, '2026-11-21T00:06:00Z')),
  )
})

const showForm = async (onDone = () => {}) => {
  const shown = show('patient', <StressForm user_id={1} onClose={() => {}} onDone={onDone} />)
  await screen.findAllByRole('group')
  const option = (question: RegExp, value: number) => within(screen.getByRole('group', { name: question })).getByRole('radio', { name: `答え${value}` })
  const choose = (question: RegExp, value: number) => shown.user.click(option(question, value))
  return { ...shown, option, choose }
}

test('restores saved answers and saves each new one immediately', async () => {
  const { option, choose } = await showForm()
  expect(option(/仕事が多い/, 2)).toHaveProperty('checked', true)
  await choose(/時間が足りない/, 3)
  await screen.findByText('09:05に保存しました')
  expect(saved).toEqual([[{ code: 'A2', value: 3 }]])
})

test('answers that were saved are not sent again when the form is opened again, and show what another window saved since', async () => {
  let answers: StressDraft['answers'] = []
  network.use(reply(getStressDraft, () => draft(answers)))
  const { choose, option, rerender } = await showForm()
  await choose(/時間が足りない/, 3)
  await screen.findByText('09:05に保存しました')
  rerender(<div />)
  answers = [{ code: 'A2', value: 1 }]
  rerender(<StressForm user_id={1} onClose={() => {}} onDone={() => {}} />)
  await waitFor(() => expect(option(/時間が足りない/, 1)).toHaveProperty('checked', true))
  await settled()
  expect(saved).toEqual([[{ code: 'A2', value: 3 }]])
})

test('answers saved here are gone once another window has finished the check', async () => {
  let answers: StressDraft['answers'] = [{ code: 'A1', value: 2 }]
  network.use(reply(getStressDraft, () => draft(answers)))
  const { choose, option, store } = await showForm()
  await choose(/時間が足りない/, 3)
  await screen.findByText('09:05に保存しました')
  answers = []
  act(() => void store.dispatch(invalidate(['job_stress_checks'])))
  await waitFor(() => expect(option(/時間が足りない/, 3)).toHaveProperty('checked', false))
})

test('answers given offline are sent when the browser is online again', async () => {
  const { choose } = await showForm()
  network.use(reply(saveStressDraft, () => HttpResponse.error()))
  await choose(/時間が足りない/, 3)
  await choose(/仕事が多い/, 4)
  await screen.findByText(/保存できていません/)
  network.use(
    reply(saveStressDraft, ({ answers }) => {
      saved.push(answers)
      return draft(answers)
    }),
  )
  act(() => void dispatchEvent(new Event('online')))
  await screen.findByText('09:05に保存しました')
  expect(saved).toEqual([
    [
      { code: 'A2', value: 3 },
      { code: 'A1', value: 4 },
    ],
  ])
})

test.each([
  ['its code', 'answers.A2'],
  ['its index in the request', 'answers.0.value'],
])('an answer that the server rejects by %s is not sent again, and the others given offline are saved', async (_, field) => {
  const { choose } = await showForm()
  network.use(reply(saveStressDraft, () => HttpResponse.error()))
  await choose(/時間が足りない/, 3)
  await choose(/仕事が多い/, 4)
  await screen.findByText(/保存できていません/)
  network.use(
    reply(saveStressDraft, ({ answers }) => {
      saved.push(answers)
      return answers.some(({ code }) => code === 'A2') ? failure(422, 'invalid', '入力を確認してください', { [field]: ['not_allowed'] }) : draft(answers)
    }),
  )
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(saved.slice(1)).toEqual([[{ code: 'A1', value: 4 }]]))
  await settled()
  screen.getByText('回答を保存できませんでした。')
  await choose(/仕事が多い/, 1)
  await screen.findByText('09:05に保存しました')
})

test('if the server rejects answers without naming one, none of them is sent again', async () => {
  const { choose } = await showForm()
  network.use(reply(saveStressDraft, () => HttpResponse.error()))
  await choose(/時間が足りない/, 3)
  await choose(/仕事が多い/, 4)
  await screen.findByText(/保存できていません/)
  network.use(reply(saveStressDraft, () => failure(422, 'invalid', '入力を確認してください', { answers: ['not_allowed'] })))
  const before = sent(saveStressDraft).length
  act(() => void dispatchEvent(new Event('online')))
  await screen.findByText('回答を保存できませんでした。')
  await settled()
  expect(sent(saveStressDraft)).toHaveLength(before + 1)
})

test('does not promise to save an answer that the server rejects', async () => {
  network.use(reply(saveStressDraft, () => failure(422, 'invalid', '入力を確認してください')))
  const { choose } = await showForm()
  await choose(/時間が足りない/, 3)
  await screen.findByText('回答を保存できませんでした。')
})

test('shows a load error with retry', async () => {
  network.use(reply(getStressDraft, () => failure(403, 'forbidden', 'この操作を行う権限がありません。'), { once: true }))
  const { press } = show('patient', <StressForm user_id={1} onClose={() => {}} onDone={() => {}} />)
  await screen.findByText('読み込めませんでした')
  await press('もう一度読み込む')
  await screen.findAllByRole('group')
  expect(sent(getStressForm)).toHaveLength(1)
})

test('stays open if loading the saved answers again fails', async () => {
  const { store, option, choose } = await showForm()
  await choose(/時間が足りない/, 3)
  network.use(reply(getStressDraft, () => failure(403, 'forbidden', 'この操作を行う権限がありません。')))
  act(() => void store.dispatch(invalidate(['job_stress_checks'])))
  await waitFor(() => expect(sent(getStressDraft)).toHaveLength(2))
  await settled()
  expect(option(/時間が足りない/, 3)).toHaveProperty('checked', true)
})

test('continues only after a page is complete and submits all answers at the end', async () => {
  const onDone = vi.fn()
  const { press, choose } = await showForm(onDone)
  await press('次へ')
  await screen.findByText('このページにまだ回答していない質問があります')
  await choose(/時間が足りない/, 1)
  await press('次へ')
  await screen.findByRole('heading', { name: '満足度' })
  await choose(/仕事に満足だ/, 4)
  await press('結果を見る')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent(addJobStressCheckResult)).toEqual([
    {
      user_id: 1,
      answers: [
        { code: 'A1', value: 2 },
        { code: 'A2', value: 1 },
        { code: 'D1', value: 4 },
      ],
    },
  ])
})

test('saves the last answer before submission, so that no late save starts a new draft', async () => {
  const onDone = vi.fn()
  const response = Promise.withResolvers<void>()
  network.use(
    reply(getStressDraft, draft(firstPage)),
    reply(saveStressDraft, async (input) => {
      await response.promise
      return draft(input.answers)
    }),
  )
  const { press, choose } = await showForm(onDone)
  await choose(/仕事に満足だ/, 1)
  await press('結果を見る')
  // a submission that did not wait for the save would have arrived before the response to this request
  await fetch(getStressForm.path)
  expect([sent(saveStressDraft).length, sent(addJobStressCheckResult).length]).toEqual([1, 0])
  response.resolve()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect([sent(saveStressDraft).length, sent(addJobStressCheckResult).length]).toEqual([1, 1])
})

test('saves no answer during or after submission, and tries again to save it if the submission fails', async () => {
  const onDone = vi.fn()
  network.use(
    reply(getStressDraft, draft(firstPage)),
    reply(saveStressDraft, () => HttpResponse.error()),
    reply(addJobStressCheckResult, () => failure(422, 'invalid', '入力を確認してください'), { once: true }),
  )
  const { press, choose } = await showForm(onDone)
  await choose(/仕事に満足だ/, 1)
  await screen.findByText(/保存できていません/)
  const before = sent(saveStressDraft).length
  await press('結果を見る')
  await waitFor(() => expect(sent(saveStressDraft).length).toBeGreaterThan(before))
  await screen.findByText(/保存できていません/)
  const response = Promise.withResolvers<void>()
  network.use(reply(addJobStressCheckResult, () => response.promise.then(() => check(1, '2026-11-21T00:06:00Z'))))
  await press('結果を見る')
  await waitFor(() => expect(sent(addJobStressCheckResult)).toHaveLength(2))
  const saves = sent(saveStressDraft).length
  act(() => void dispatchEvent(new Event('online')))
  // a save would have arrived before the response to this request
  await fetch(getStressForm.path)
  expect(sent(saveStressDraft)).toHaveLength(saves)
  response.resolve()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

test('shows the person their latest result, and an earlier one when they choose it', async () => {
  network.use(
    reply(listJobStressChecks, { items: [check(2, '2026-11-01T00:00:00Z', true), check(1, '2025-11-01T00:00:00Z')] }),
    reply(getStressLink, { user_id: 1, url: null }),
  )
  const { press } = show('patient', <StressChecks user_id={1} isOwn />)
  await screen.findByText('ストレスが高めの状態です')
  expect(await screen.findByRole('link', { name: '続きから回答する（1／57）' })).toBeTruthy()
  await press(/2025\.11\.01/)
  expect(await screen.findAllByText('高ストレスの基準にはあたりません')).toHaveLength(2)
})

test('tells staff that no result is shared, and shows a load error with retry', async () => {
  network.use(
    reply(listJobStressChecks, () => failure(403, 'forbidden', 'この操作を行う権限がありません。'), { once: true }),
    reply(listJobStressChecks, { items: [] }),
  )
  const { press } = show('doctor', <StressChecks user_id={1} isOwn={false} />)
  await screen.findByText('結果を読み込めませんでした')
  await press('もう一度読み込む')
  await screen.findByText('共有された結果はありません')
  expect(screen.queryByRole('link')).toBeNull()
})

test('no page has more than six questions', () => {
  const items = Array.from({ length: 17 }, (_, n) => ({ code: `A${n + 1}`, section: 'A' as const, serial: n + 1, text: '' }))
  expect(pagesOf({ sections: form.sections.slice(0, 1), items }).map((page) => page.items.length)).toEqual([6, 6, 5])
})
