import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../test/render.tsx'
import { draftOf, sectionsOf } from './draft.ts'
import { MinutesPanel } from './MinutesPanel.tsx'
import { UnmatchedButton } from './UnmatchedButton.tsx'
import { clock } from './words.ts'

const minutes = {
  id: 5,
  interview_id: 7,
  name: 'フォロー面談',
  met_at: '2026-11-05T01:00:00Z',
  duration_seconds: 1_920,
  status: 'draft',
  sections: [
    {
      kind: 'summary',
      title: '',
      sentences: [
        { text: '夕食が21時を過ぎる日が週4日ある。', source: { from: 1, to: 1 } },
        { text: '歩数は目標に近い。', source: null },
      ],
    },
    { kind: 'other', title: '雑談', sentences: [{ text: '天気', source: null }] },
  ],
  transcript: [
    { speaker: '岡田 由紀', text: 'お食事はいかがですか。', at: 12 },
    { speaker: '佐伯 恵子', text: '夕食が21時を過ぎる日が週に4日くらいあります。', at: 3_725 },
  ],
  action_items: [
    { id: 1, content: '夕食を2回に分ける', description: '', assignee_name: '佐伯 恵子', is_done: false, task_id: null, habit_goal_id: null },
    { id: 2, content: '献立案を送る', description: '', assignee_name: '岡田', is_done: false, task_id: 3, habit_goal_id: null },
  ],
  proposed_summary: '夕食が21時を過ぎる日が週4日ある。',
  decided_by: null,
  decided_at: null,
  edited_at: null,
  updated_at: '2026-11-20T01:00:00Z',
}
const person = { id: 9, role: 'patient', first_name: '花子', last_name: '山田', first_name_kana: 'ハナコ', last_name_kana: 'ヤマダ', icon: null }
const at = '/api/interviews/7/auto_minutes'

beforeEach(() => {
  // newer browsers return a promise
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation((() => Promise.resolve()) as Element['scrollIntoView'])
})
afterEach(() => {
  vi.restoreAllMocks()
})
setUpCardTests(() => ({
  [at]: { auto_minutes: minutes },
  [`PUT ${at}`]: minutes,
  [`POST ${at}/approve`]: { ...minutes, status: 'approved' },
  'POST /api/auto_minutes/action_items/1/become': { ...minutes.action_items[0], habit_goal_id: 4 },
  '/api/unmatched_minutes': {
    items: [
      {
        id: 3,
        name: '',
        met_at: '2026-11-10T01:00:00Z',
        duration_seconds: 600,
        attendees: ['山田'],
        candidates: [{ id: 12, kind: 'follow', name: '', conducted_at: '2026-11-10T02:00:00Z', interviewee: person }],
      },
    ],
  },
  'POST /api/unmatched_minutes/3/assign': { ...minutes, interview_id: 12 },
}))

test('shows that a draft is generated and not reviewed, and links a sentence to its source in the transcript', async () => {
  await showCard(<MinutesPanel interview_id={7} />)
  expect(text()).toContain('AI作成')
  expect(text()).toContain('未確認')
  expect(screen.getAllByText('元の発言なし')).toHaveLength(2)
  await press('1:02:05 の発言を見る')
  const drawer = screen.getByRole('dialog', { name: '発言の記録' })
  const marked = drawer.querySelectorAll('[aria-current="true"]')
  expect([...marked].map((item) => item.textContent)).toEqual(['佐伯 恵子1:02:05夕食が21時を過ぎる日が週に4日くらいあります。'])
  await press('閉じる')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(text()).toContain('未確認')
})

test('publishes only after the preview is confirmed', async () => {
  await showCard(<MinutesPanel interview_id={7} />)
  await press('確認済みにする')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('region', { name: '患者の画面' }).textContent).toContain('夕食が21時を過ぎる日が週4日ある。')
  expect(fakeNetwork.requests).toEqual([])
  fireEvent.change(dialog.getByLabelText(/患者に公開する要約/), { target: { value: '夕食を早めに。' } })
  expect(dialog.getByRole('region', { name: '患者の画面' }).textContent).toContain('夕食を早めに。')
  await press('確認して公開')
  expect(fakeNetwork.requests).toEqual([{ method: 'POST', path: `${at}/approve`, body: { updated_at: minutes.updated_at, patient_summary: '夕食を早めに。' } }])
})

test('edits sections one sentence per line and keeps the input when saving fails', async () => {
  await showCard(<MinutesPanel interview_id={7} />)
  await press('編集')
  fakeNetwork.rejectsWrites = true
  fireEvent.change(screen.getByLabelText(/決まったこと/), { target: { value: '献立を送る\n\n 歩く ' } })
  await press('保存')
  expect(text()).toContain('議事録を保存できませんでした')
  expect((screen.getByLabelText(/決まったこと/) as HTMLTextAreaElement).value).toContain('歩く')
  fakeNetwork.rejectsWrites = false
  await press('保存')
  const { body } = fakeNetwork.requests.at(-1) as { body: { sections: object[] } }
  expect(body.sections).toContainEqual({ kind: 'decisions', sentences: ['献立を送る', '歩く'] })
  expect(body.sections).toContainEqual({ kind: 'other', title: '雑談', sentences: ['天気'] })
})

test('turns an action item into a goal with one click, and shows which item is a task already', async () => {
  await showCard(<MinutesPanel interview_id={7} />)
  expect(text()).toContain('タスクに追加済み')
  await press('習慣目標にする')
  expect(fakeNetwork.requests).toEqual([{ method: 'POST', path: '/api/auto_minutes/action_items/1/become', body: { kind: 'habit_goal' } }])
})

test('read-only staff can open the transcript only', async () => {
  await showCard(<MinutesPanel interview_id={7} />, 'observer')
  expect(screen.queryByRole('button', { name: /編集|確認済み|タスク|使わない/ })).toBeNull()
  expect(screen.getByRole('button', { name: '発言の記録を見る' })).toBeDefined()
})

test('lists unmatched minutes and assigns them to an interview', async () => {
  await showCard(<UnmatchedButton />)
  await press(/未割り当ての議事録/)
  expect(text()).toContain('名前のない会議')
  await press('山田 花子の面談に割り当て')
  expect(fakeNetwork.requests).toEqual([{ method: 'POST', path: '/api/unmatched_minutes/3/assign', body: { interview_id: 12 } }])
  await wait(100)
})

test('the edit draft always has the three sections and round-trips its input', () => {
  const draft = draftOf(minutes.sections as Parameters<typeof draftOf>[0])
  expect(draft.map(({ kind }) => kind)).toEqual(['summary', 'decisions', 'next', 'other'])
  expect(sectionsOf(draft)[0]).toEqual({ kind: 'summary', sentences: ['夕食が21時を過ぎる日が週4日ある。', '歩数は目標に近い。'] })
  expect([0, 59.9, 60, 3_600].map(clock)).toEqual(['0:00', '0:59', '1:00', '1:00:00'])
})
