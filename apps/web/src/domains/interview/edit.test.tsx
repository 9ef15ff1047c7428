// @vitest-environment happy-dom
import type { Interview } from '@sukoyaka/wire/care/interview'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { fakeNetwork, person, press, setUpCardTests, showCard, text, wait } from '../../test/render.tsx'
import { Toasts } from '../../ui/overlay/Toasts.tsx'
import { InterviewEditor } from './InterviewEditor.tsx'
import { CalendarButton } from './schedule/CalendarButton.tsx'

const interview = {
  id: 4,
  kind: 'follow',
  name: '',
  interviewee_id: 7,
  interviewee: person(7, '佐藤', 'patient'),
  conducted_at: '2099-11-21T02:00:00.000Z',
  ends_at: '2099-11-21T02:30:00.000Z',
  participants: [person(1, '鈴木')],
  meeting_type: 'online',
  meeting_url: null,
  location: '',
  facility_id: null,
  facility: null,
  included_in_plan: false,
  status: 'scheduled',
  patient_summary: '',
  moves: [],
  cancel_reason: null,
  video: null,
  updated_at: '2026-11-20T01:00:00Z',
} as unknown as Interview
setUpCardTests(() => ({
  '/api/facilities': { items: [] },
  '/api/interviews': { items: [] },
  '/api/interview_quota': { allowed: 4, used: 3, left: 1, from: '2026-04-01', until: '2027-03-31' },
  '/api/interviews/conflicts': { items: [{ ...interview, id: 9, participants: [person(2, '高橋')] }] },
  '/api/users': { items: [{ ...person(2, '高橋'), deactivated_at: null }], page: 1, next_page: null, total_count: 1 },
  'PUT /api/interviews/4': interview,
}))

test('shows conflicts of an added participant before saving', async () => {
  await showCard(<InterviewEditor interview={interview} onRemoved={() => undefined} back={{ to: '/interviews', label: '' }} />)
  fireEvent.change(screen.getByLabelText(/担当者を追加/), { target: { value: '高橋' } })
  await wait(600)
  fireEvent.click(screen.getByRole('option', { name: /高橋/ }))
  await press('保存', 400)
  expect(text()).toContain('同じ時間にほかの面談があります')
  expect(fakeNetwork.requests.filter(({ method }) => method === 'PUT')).toEqual([])
}, 20_000)

test('a cancelled interview can be removed from the calendar, and a completed one has no calendar button', async () => {
  const showInterview = async (change: Partial<Interview>) => {
    await showCard(<CalendarButton interview={{ ...interview, ...change }} name="" />)
    const words = screen.queryByRole('button')?.textContent
    cleanup()
    return words
  }
  expect(await showInterview({})).toBe('カレンダーに追加')
  expect(await showInterview({ status: 'cancelled' })).toBe('カレンダーから削除')
  expect(await showInterview({ status: 'done' })).toBeUndefined()
})

test('shows the cancellation message, not the save message, after cancelling', async () => {
  await showCard(
    <>
      <InterviewEditor interview={interview} onRemoved={() => undefined} back={{ to: '/interviews', label: '' }} />
      <Toasts />
    </>,
  )
  await press('面談を取り消す')
  fireEvent.change(screen.getByLabelText(/理由/), { target: { value: '都合' } })
  fireEvent.click(screen.getByRole('radio', { name: '知らせない' }))
  await press('取り消す', 300)
  expect(document.body.textContent).toContain('面談を取り消しました')
  expect(document.body.textContent).not.toContain('面談を保存しました')
})

let receiveInterview: (item: Interview) => void = () => undefined
function Page() {
  const [item, setItem] = useState<Interview>({ ...interview, id: 5 })
  receiveInterview = setItem
  return <InterviewEditor interview={item} onRemoved={() => undefined} back={{ to: '/interviews', label: '' }} />
}
test('approved minutes fill an untouched summary, and typed fields are saved with the new version', async () => {
  await showCard(<Page />)
  fireEvent.change(screen.getByLabelText(/^面談名/), { target: { value: '経過' } })
  act(() => receiveInterview({ ...interview, id: 5, patient_summary: '順調です', updated_at: '2026-11-20T02:00:00Z' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('要約').value).toBe('順調です')
  await press('保存', 400)
  expect(fakeNetwork.requests.filter(({ method }) => method === 'PUT')).toMatchObject([{ body: { name: '経過', updated_at: '2026-11-20T02:00:00Z' } }])
  expect(fakeNetwork.requests.find(({ method }) => method === 'PUT')!.body).not.toHaveProperty('patient_summary')
})

test('the cancellation reason survives the end of the session and is cleared when the dialog closes', async () => {
  const reason = async () => {
    await showCard(<InterviewEditor interview={{ ...interview, id: 6 }} onRemoved={() => undefined} back={{ to: '/interviews', label: '' }} />)
    await press('面談を取り消す')
    return screen.getByLabelText<HTMLInputElement>(/理由/)
  }
  fireEvent.change(await reason(), { target: { value: '急用のため' } })
  cleanup()
  expect((await reason()).value).toBe('急用のため')
  await press('戻る')
  cleanup()
  expect((await reason()).value).toBe('')
})

test.each([
  ['without an end', 7, { ends_at: null }],
  ['over midnight', 8, { conducted_at: '2026-11-19T14:45:00.000Z', ends_at: '2026-11-19T15:15:00.000Z' }],
])('saves a summary for an interview %s without changing its time', async (_, id, times) => {
  await showCard(<InterviewEditor interview={{ ...interview, ...times, id }} onRemoved={() => undefined} back={{ to: '/interviews', label: '' }} />, 'trainer')
  fireEvent.change(screen.getByLabelText('要約'), { target: { value: '順調です' } })
  await press('保存', 400)
  // a trainer may not write booking fields, including `accept_conflicts`
  expect(fakeNetwork.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { updated_at: interview.updated_at, patient_summary: '順調です' },
  ])
})
