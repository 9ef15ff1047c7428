import {
  type AutoMinutes,
  approveAutoMinutes,
  assignUnmatchedMinutes,
  changeAutoMinutes,
  convertMinutesItem,
  getAutoMinutes,
  listUnmatchedMinutes,
} from '@sukoyaka/wire/care/minutes'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { person } from '../../test/data/person.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { draftOf, sectionsOf } from './draft.ts'
import { MinutesPanel } from './MinutesPanel.tsx'
import { UnmatchedButton } from './UnmatchedButton.tsx'
import { clock } from './words.ts'

const minutes: AutoMinutes = {
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
  patient_summary: '',
  decided_by: null,
  decided_at: null,
  edited_at: null,
  updated_at: '2026-11-20T01:00:00Z',
}

setUpNetwork()
beforeEach(() => {
  // newer browsers return a promise
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation((() => Promise.resolve()) as Element['scrollIntoView'])
  network.use(reply(getAutoMinutes, { auto_minutes: minutes }))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const showPanel = async (role: Parameters<typeof show>[0] = 'doctor') => {
  const shown = show(role, <MinutesPanel interview_id={7} />)
  await screen.findByText('AI作成')
  return shown
}

test('shows that a draft is generated and not reviewed, and links a sentence to its source in the transcript', async () => {
  const { press } = await showPanel()
  expect(screen.getByText('未確認')).toBeTruthy()
  expect(screen.getAllByText('元の発言なし')).toHaveLength(2)
  await press('1:02:05 の発言を見る')
  const drawer = await screen.findByRole('dialog', { name: '発言の記録' })
  const marked = drawer.querySelectorAll('[aria-current="true"]')
  expect([...marked].map((item) => item.textContent)).toEqual(['佐伯 恵子1:02:05夕食が21時を過ぎる日が週に4日くらいあります。'])
  await press('閉じる')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('未確認')).toBeTruthy()
})

test('publishes only after the preview is confirmed', async () => {
  network.use(reply(approveAutoMinutes, { ...minutes, status: 'approved' }))
  const { user, press } = await showPanel()
  await press('確認済みにする')
  const dialog = within(await screen.findByRole('dialog'))
  const preview = () => dialog.getByRole('region', { name: '患者の画面' }).textContent
  expect(preview()).toContain('夕食が21時を過ぎる日が週4日ある。')
  expect(sent(approveAutoMinutes)).toEqual([])
  await user.clear(dialog.getByLabelText(/患者に公開する要約/))
  await user.type(dialog.getByLabelText(/患者に公開する要約/), '夕食を早めに。')
  expect(preview()).toContain('夕食を早めに。')
  await press('確認して公開')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(approveAutoMinutes)).toEqual([{ id: 7, updated_at: minutes.updated_at, replaced_summary: '', patient_summary: '夕食を早めに。' }])
})

test('edits sections one sentence per line and keeps the input when saving fails', async () => {
  network.use(reply(changeAutoMinutes, () => failure(403, 'forbidden', 'できません')))
  const { user, press } = await showPanel()
  await press('編集')
  const decisions = screen.getByLabelText<HTMLTextAreaElement>(/決まったこと/)
  await user.click(decisions)
  await user.paste('献立を送る\n\n 歩く ')
  await press('保存')
  expect((await screen.findByRole('alert')).textContent).toBe('議事録を保存できませんでした できません')
  expect(decisions.value).toBe('献立を送る\n\n 歩く ')
  network.use(reply(changeAutoMinutes, minutes))
  await press('保存')
  await waitFor(() => expect(screen.queryByLabelText(/決まったこと/)).toBeNull())
  expect(sent(changeAutoMinutes).at(-1)).toEqual({
    id: 7,
    updated_at: minutes.updated_at,
    sections: [
      { kind: 'summary', sentences: ['夕食が21時を過ぎる日が週4日ある。', '歩数は目標に近い。'] },
      { kind: 'decisions', sentences: ['献立を送る', '歩く'] },
      { kind: 'next', sentences: [] },
      { kind: 'other', title: '雑談', sentences: ['天気'] },
    ],
  })
})

test('turns an action item into a goal with one click, and shows which item is a task already', async () => {
  let items = minutes.action_items
  network.use(
    reply(getAutoMinutes, () => ({ auto_minutes: { ...minutes, action_items: items } })),
    reply(convertMinutesItem, () => {
      items = items.map((item) => (item.id === 1 ? { ...item, habit_goal_id: 4 } : item))
      return items[0]!
    }),
  )
  const { press } = await showPanel()
  expect(screen.getByText('タスクに追加済み')).toBeTruthy()
  await press('習慣目標にする')
  await waitFor(() => expect(screen.queryByRole('button', { name: '習慣目標にする' })).toBeNull())
  expect(sent(convertMinutesItem)).toEqual([{ id: 1, kind: 'habit_goal' }])
})

test('read-only staff can open the transcript only', async () => {
  await showPanel('observer')
  expect(screen.queryByRole('button', { name: /編集|確認済み|タスク|使わない/ })).toBeNull()
  expect(screen.getByRole('button', { name: '発言の記録を見る' })).toBeTruthy()
})

test('says that there are no minutes, and reloads them after a failed request', async () => {
  network.use(reply(getAutoMinutes, () => failure(403, 'forbidden', 'できません')))
  const { press } = show('doctor', <MinutesPanel interview_id={7} />)
  expect(await screen.findByText('議事録を読み込めませんでした')).toBeTruthy()
  network.use(reply(getAutoMinutes, { auto_minutes: null }))
  await press('もう一度読み込む')
  expect(await screen.findByText('議事録はまだありません')).toBeTruthy()
})

test('lists unmatched minutes and assigns them to an interview', async () => {
  const candidate = { id: 12, kind: 'follow' as const, name: '', conducted_at: '2026-11-10T02:00:00Z', interviewee: person(9, '山田', 'patient') }
  let items = [{ id: 3, name: '', met_at: '2026-11-10T01:00:00Z', duration_seconds: 600, attendees: ['山田'], candidates: [candidate] }]
  network.use(
    reply(listUnmatchedMinutes, () => ({ items })),
    reply(assignUnmatchedMinutes, () => {
      items = []
      return { ...minutes, interview_id: 12 }
    }),
  )
  const { press } = show('doctor', <UnmatchedButton />)
  await press(/未割り当ての議事録/)
  expect(await screen.findByText('名前のない会議')).toBeTruthy()
  await press('山田 花子の面談に割り当て')
  expect(await screen.findByText('未割り当ての議事録はありません')).toBeTruthy()
  expect(sent(assignUnmatchedMinutes)).toEqual([{ id: 3, interview_id: 12 }])
})

test('offers to show the nearest interviews, and not all, of unmatched minutes', async () => {
  const candidates = Array.from({ length: 20 }, (_, at) => ({
    ...{ id: 20 + at, kind: 'follow' as const, name: '' },
    ...{ conducted_at: '2026-11-10T02:00:00Z', interviewee: person(9, '山田', 'patient') },
  }))
  const item = { id: 3, name: '', met_at: '2026-11-10T01:00:00Z', duration_seconds: 600, attendees: [], candidates }
  network.use(reply(listUnmatchedMinutes, { items: [item] }))
  const { press } = show('doctor', <UnmatchedButton />)
  await press(/未割り当ての議事録/)
  await press('近い順に20件を表示')
  expect(await screen.findAllByRole('button', { name: /の面談に割り当て/ })).toHaveLength(20)
})

test('the edit draft adds missing standard sections and keeps the sentences; times are formatted with minutes, and with hours from one hour on', () => {
  const draft = draftOf(minutes.sections)
  expect(draft.map(({ kind }) => kind)).toEqual(['summary', 'decisions', 'next', 'other'])
  expect(sectionsOf(draft)[0]).toEqual({ kind: 'summary', sentences: ['夕食が21時を過ぎる日が週4日ある。', '歩数は目標に近い。'] })
  expect([0, 59.9, 60, 3_600].map(clock)).toEqual(['0:00', '0:59', '1:00', '1:00:00'])
})
