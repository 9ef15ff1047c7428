import {
  changeInterview,
  getInterviewQuota,
  type Interview,
  listInterviewConflicts,
  listInterviews,
  previewInterviewNotice,
} from '@sukoyaka/wire/care/interview'
import { listUsers } from '@sukoyaka/wire/people/account'
import { listFacilities } from '@sukoyaka/wire/people/facility'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import * as data from '../../../test/data/interview.ts'
import { interviewee, person } from '../../../test/data/person.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { MyInterview } from '../MyInterview.tsx'
import { CalendarButton } from '../schedule/CalendarButton.tsx'
import { InterviewEditor } from './InterviewEditor.tsx'

const interview = (more: Partial<Interview> = {}) =>
  data.interview(4, '2099-11-21T02:00:00.000Z', {
    interviewee_id: 7,
    interviewee: interviewee(7, '佐藤'),
    ends_at: '2099-11-21T02:30:00.000Z',
    participants: [person(1, '鈴木')],
    ...more,
  })
const takahashi = person(2, '高橋')
const conflict = {
  id: 9,
  kind: 'follow' as const,
  name: '',
  conducted_at: '2099-11-21T02:00:00.000Z',
  ends_at: null,
  interviewee: interviewee(8, '山田'),
  participants: [takahashi],
}
setUpNetwork()
beforeEach(() => {
  network.use(
    reply(listFacilities, { items: [] }),
    reply(listInterviews, { items: [] }),
    reply(getInterviewQuota, { allowed: 4, used: 3, left: 1, from: '2026-04-01', until: '2027-03-31' }),
    reply(listInterviewConflicts, ({ participants = [] }) => ({ items: participants.includes(2) ? [conflict] : [] })),
    reply(listUsers, { items: [{ ...takahashi, email: '', deactivated_at: null, is_registered: true }], page: 1, next_page: null, total_count: 1 }),
    reply(previewInterviewNotice, { subject: '', text: '' }),
    reply(changeInterview, interview()),
  )
})
const editor = (item: Interview) => <InterviewEditor interview={item} onRemoved={() => undefined} back={{ to: '/interviews', label: '' }} />

test('shows conflicts of an added participant before saving', async () => {
  const { user, press } = show('doctor', editor(interview()))
  await user.type(screen.getByLabelText(/担当者を追加/), '高橋')
  // until then the options are those of an empty search
  await waitFor(() => expect(sent(listUsers).at(-1)).toMatchObject({ q: { full_name_cont: '高橋' } }))
  await user.click(await screen.findByRole('option', { name: /高橋/ }))
  expect(screen.getByText('高橋 花子')).toBeTruthy()
  await press('保存')
  expect(await screen.findByText('同じ時間にほかの面談があります')).toBeTruthy()
  expect(sent(changeInterview)).toEqual([])
})

test('a cancelled interview can be removed from the calendar, and a completed one has no calendar button', () => {
  const buttonText = (change: Partial<Interview>) => {
    const { unmount } = show('doctor', <CalendarButton interview={interview(change)} name="" />)
    const text = screen.queryByRole('button')?.textContent
    unmount()
    return text
  }
  expect(buttonText({})).toBe('カレンダーに追加')
  expect(buttonText({ status: 'cancelled' })).toBe('カレンダーから削除')
  expect(buttonText({ status: 'done' })).toBeUndefined()
})

test('an interview is completed only once it has ended', () => {
  const hour = 3_600_000
  const shown = (from: number, until: number) => {
    const [conducted_at, ends_at] = [from, until].map((hours) => new Date(Date.now() + hours * hour).toISOString()) as [string, string]
    const { unmount } = show('patient', <MyInterview interview={interview({ conducted_at, ends_at })} />)
    const found = ['予定', '実施中', '実施済'].filter((word) => screen.queryByText(word))
    unmount()
    return found
  }
  expect([shown(1, 2), shown(-1, 1), shown(-2, -1)]).toEqual([['予定'], ['実施中'], ['実施済']])
})

test('says that the place will be announced only for an upcoming interview', () => {
  const promises = (change: Partial<Interview>) => {
    const { unmount } = show('patient', <MyInterview interview={interview({ meeting_type: 'other', location: '', facility: null, ...change })} />)
    const isShown = screen.queryByText('後日お知らせします') !== null
    unmount()
    return isShown
  }
  const past = { conducted_at: '2026-01-05T02:00:00.000Z', ends_at: '2026-01-05T02:30:00.000Z', status: 'done' as const }
  expect([promises({}), promises({ status: 'cancelled' }), promises(past)]).toEqual([true, false, false])
})

test('shows a patient the facility with the location in it', () => {
  const facility = { id: 3, name: 'toto', name_ja: '東都クリニック', display_name: '東都クリニック', access_text: '', map_url: '', phone_number: '' }
  show('patient', <MyInterview interview={interview({ meeting_type: 'other', location: '3階 面談室', facility_id: 3, facility })} />)
  expect(screen.getByText('東都クリニック 3階 面談室')).toBeTruthy()
})

test('shows the cancellation message, not the save message, after cancelling', async () => {
  const { user, press } = show('doctor', editor(interview()))
  await press('面談を取り消す')
  await user.type(screen.getByLabelText(/理由/), '都合')
  await user.click(screen.getByRole('radio', { name: '知らせない' }))
  await press('取り消す')
  expect(await screen.findByText('面談を取り消しました')).toBeTruthy()
  expect(screen.queryByText('面談を保存しました')).toBeNull()
  expect(sent(changeInterview)).toMatchObject([{ id: 4, status: 'cancelled', notify: false }])
})

test('cancelling saves the other edited fields, except a new time or place', async () => {
  const { user, press } = show('doctor', editor(interview()))
  await user.type(screen.getByLabelText(/^面談名/), '経過')
  const from = screen.getByLabelText(/^開始/)
  await user.clear(from)
  await user.type(from, '13時ごろ')
  await user.type(screen.getByLabelText(/URL/), 'zoom')
  await press('面談を取り消す')
  await user.type(screen.getByLabelText(/理由/), '都合')
  await user.click(screen.getByRole('radio', { name: '知らせない' }))
  await press('取り消す')
  expect(await screen.findByText('面談を取り消しました')).toBeTruthy()
  const { updated_at } = interview()
  expect(sent(changeInterview)).toEqual([{ id: 4, updated_at, name: '経過', status: 'cancelled', reason: '都合', notify: false, accept_conflicts: [] }])
})

let receiveInterview: (item: Interview) => void = () => undefined
function Page() {
  const [item, setItem] = useState(interview())
  receiveInterview = setItem
  return editor(item)
}
test('approved minutes fill an untouched summary, and typed fields are saved with the new version', async () => {
  const { user, press } = show('doctor', <Page />)
  await user.type(screen.getByLabelText(/^面談名/), '経過')
  act(() => receiveInterview(interview({ patient_summary: '順調です', updated_at: '2026-11-20T02:00:00Z' })))
  expect(screen.getByLabelText<HTMLTextAreaElement>('要約').value).toBe('順調です')
  await press('保存')
  expect(await screen.findByText('面談を保存しました')).toBeTruthy()
  expect(sent(changeInterview)).toMatchObject([{ id: 4, name: '経過', updated_at: '2026-11-20T02:00:00Z' }])
  expect(sent(changeInterview)[0]).not.toHaveProperty('patient_summary')
})

test('keeps the summary that was typed while the interview was saved', async () => {
  const response = Promise.withResolvers<Interview>()
  network.use(reply(changeInterview, () => response.promise))
  const { user, press } = show('doctor', editor(interview()))
  const summary = screen.getByLabelText<HTMLTextAreaElement>('要約')
  await user.type(summary, '順調です')
  await press('保存')
  await user.type(summary, '。次回は採血')
  response.resolve(interview({ patient_summary: '順調です', updated_at: '2026-11-20T02:00:00Z' }))
  expect(await screen.findByText('面談を保存しました')).toBeTruthy()
  expect(summary.value).toBe('順調です。次回は採血')
  await press('保存')
  await waitFor(() => expect(sent(changeInterview)).toHaveLength(2))
  expect(sent(changeInterview)[1]).toEqual({ id: 4, updated_at: '2026-11-20T02:00:00Z', patient_summary: '順調です。次回は採血' })
})

test('the cancellation reason survives leaving the page, and is cleared when the dialog is closed', async () => {
  const open = async () => {
    const { user, press, unmount } = show('doctor', editor(interview()))
    await press('面談を取り消す')
    return { user, press, unmount, reason: screen.getByLabelText<HTMLInputElement>(/理由/) }
  }
  const first = await open()
  await first.user.type(first.reason, '急用のため')
  first.unmount()
  const second = await open()
  expect(second.reason.value).toBe('急用のため')
  await second.press('戻る')
  second.unmount()
  expect((await open()).reason.value).toBe('')
})

test.each([
  ['without an end', { ends_at: null }],
  ['over midnight', { conducted_at: '2026-11-19T14:45:00.000Z', ends_at: '2026-11-19T15:15:00.000Z' }],
])('saves a summary for an interview %s without changing its time', async (_, times) => {
  const { user, press } = show('trainer', editor(interview(times)))
  await user.type(screen.getByLabelText('要約'), '順調です')
  await press('保存')
  await waitFor(() => expect(sent(changeInterview)).toHaveLength(1))
  // a trainer may not write booking fields, including `accept_conflicts`
  expect(sent(changeInterview)).toEqual([{ id: 4, updated_at: interview().updated_at, patient_summary: '順調です' }])
})

const past = { conducted_at: '2026-11-20T05:00:00.000Z', ends_at: '2026-11-20T05:32:00.000Z', status: 'done' as const, patient_summary: '順調です' }

test('a past interview starts with minutes and summary; its booking is collapsed to one line until it is edited', async () => {
  const { press } = show(
    'doctor',
    <InterviewEditor interview={interview(past)} onRemoved={() => undefined} back={{ to: '/interviews', label: '' }} minutes={<p>議事録の本文</p>} />,
  )
  expect(screen.getByText('議事録の本文')).toBeTruthy()
  expect(screen.getByText('順調です').tagName).toBe('P')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
  await press('面談の情報を変更')
  expect(screen.getByLabelText(/^面談名/)).toBeTruthy()
  await press('閉じる')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a past interview without a summary says so, and how the patient gets one', () => {
  const hint = '要約はまだありません。面談の内容を書いて保存するか、議事録を承認すると、患者に公開されます。'
  const without = interview({ ...past, patient_summary: '' })
  const { unmount } = show('doctor', editor(without))
  expect(screen.getByLabelText('要約').getAttribute('aria-describedby')).toBe(screen.getByText(hint).id)
  unmount()
  const { unmount: unmountObserver } = show('observer', editor(without))
  expect(screen.getByText('要約はまだありません').tagName).toBe('P')
  expect(screen.queryByLabelText('要約')).toBeNull()
  unmountObserver()
  show('doctor', editor({ ...without, status: 'cancelled' }))
  expect(screen.queryByText(hint)).toBeNull()
})

test('saves the summary of a past interview whose stored meeting URL is unusable; saving a changed booking focuses the URL instead', async () => {
  const saved = interview({ ...past, meeting_url: 'http://meet.example.jp/a' })
  network.use(reply(changeInterview, saved))
  const { user, press } = show('doctor', editor({ ...saved, patient_summary: '' }))
  await user.type(screen.getByLabelText('要約'), '順調です')
  await press('保存')
  await waitFor(() => expect(sent(changeInterview)).toEqual([{ id: 4, updated_at: interview().updated_at, patient_summary: '順調です' }]))
  await press('面談の情報を変更')
  await user.type(screen.getByLabelText(/^面談名/), '経過')
  await press('保存')
  expect(document.activeElement).toBe(screen.getByLabelText(/URL/))
  expect(sent(changeInterview)).toHaveLength(1)
})

test('an added participant of a past interview with another one at that time is saved once the overlap is accepted', async () => {
  const saved = interview(past)
  network.use(
    reply(changeInterview, ({ accept_conflicts = [] }) =>
      Array.isArray(accept_conflicts) && accept_conflicts.includes(conflict.id)
        ? saved
        : failure(422, 'interview_conflict', '同じ時間に面談があります', { conducted_at: ['taken'] }),
    ),
  )
  const { user, press } = show('doctor', editor(saved))
  await press('面談の情報を変更')
  await user.type(screen.getByLabelText(/担当者を追加/), '高橋')
  await waitFor(() => expect(sent(listUsers).at(-1)).toMatchObject({ q: { full_name_cont: '高橋' } }))
  await user.click(await screen.findByRole('option', { name: /高橋/ }))
  await press('保存')
  await user.click(await screen.findByRole('checkbox', { name: /^重なり/ }))
  expect(screen.queryByRole('radio', { name: /^知らせ/ })).toBeNull()
  const save = within(screen.getByRole('dialog'))
  await user.click(save.getAllByRole('button').at(-1)!)
  await screen.findByText('面談を保存しました')
  expect(sent(changeInterview)).toMatchObject([{ participants: [1, 2] }, { participants: [1, 2], notify: false, accept_conflicts: [9] }])
  expect(sent(changeInterview)[0]).not.toHaveProperty('accept_conflicts')
})

test('a correction to an interview that is over does not ask whether to notify the patient', async () => {
  const saved = interview({ ...past, meeting_type: 'other', status: 'scheduled' })
  network.use(reply(changeInterview, { ...saved, location: '4階' }))
  const { user, press } = show('doctor', editor(saved))
  await press('面談の情報を変更')
  await user.type(screen.getByLabelText(/^場所/), '4階')
  await press('保存')
  await screen.findByText('面談を保存しました')
  const from = screen.getByLabelText(/^開始/)
  await user.clear(from)
  await user.type(from, '13:00')
  await press('保存')
  await user.type(await screen.findByLabelText(/理由/), '訂正')
  expect(screen.queryByRole('radio', { name: /^知らせ/ })).toBeNull()
  await press('日時を変更')
  await waitFor(() => expect(sent(changeInterview)).toMatchObject([{ location: '4階' }, { reason: '訂正', notify: false }]))
})

test('shows a booked facility that is no longer listed, and can remove it', async () => {
  const facility = { id: 3, name: 'toto', name_ja: '東都クリニック', display_name: '東都クリニック', access_text: '', map_url: '', phone_number: '' }
  const { user, press } = show('doctor', editor(interview({ meeting_type: 'other', facility_id: 3, facility })))
  const select = screen.getByLabelText<HTMLSelectElement>('施設')
  expect(select.selectedOptions[0]!.text).toBe('東都クリニック')
  await user.selectOptions(select, '')
  await press('保存')
  await user.click(screen.getByRole('radio', { name: '知らせない' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent(changeInterview)).toMatchObject([{ facility_id: null }]))
})

test('an interview that took place cannot be cancelled, only deleted from the menu', async () => {
  const { press } = show('doctor', editor(interview(past)))
  await press('面談の情報を変更')
  expect(screen.queryByRole('button', { name: /取り消す|キャンセル/ })).toBeNull()
  await press('面談の操作')
  expect(screen.getByRole('menuitem', { name: '面談を削除' })).toBeTruthy()
})
