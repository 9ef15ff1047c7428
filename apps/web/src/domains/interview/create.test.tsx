// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../test/render.tsx'
import { CreateDialog } from './CreateDialog.tsx'

const createdInterview = {
  id: 9,
  kind: 'plan',
  name: '',
  conducted_at: '2026-11-21T02:00:00.000Z',
  ends_at: '2026-11-21T02:30:00.000Z',
  interviewee: { id: 3, role: 'patient', last_name: '山田', first_name: '花子', last_name_kana: '', first_name_kana: '', icon: null },
  participants: [],
}
setUpCardTests(() => ({
  '/api/facilities': { items: [] },
  '/api/interview_quota': { allowed: 4, used: 3, left: 1, from: '2026-04-01', until: '2027-03-31' },
  '/api/interviews/conflicts': { items: [createdInterview] },
  '/api/users': { items: [], page: 1, next_page: null, total_count: 0 },
  'POST /api/interviews/preview_notice': { subject: '【すこやか】ご予定のお知らせ', text: '日時：2026.11.21（土）10:00' },
  'POST /api/interviews': { id: 5 },
}))
const sent = () => fakeNetwork.requests.filter(({ path }) => path === '/api/interviews')

test('saves over a conflict only after it is accepted and the notification choice is made', async () => {
  const onCreated = vi.fn()
  await showCard(<CreateDialog user_id={7} onClose={() => undefined} onCreated={onCreated} />)
  expect(text()).toContain('同じ時間にほかの面談があります')
  expect(text()).toContain('山田 花子')
  expect(text()).toContain('残り1回')
  await press('登録', 100)
  expect(sent()).toEqual([])
  expect(text()).toContain('患者に知らせるかどうかを選んでください')
  fireEvent.click(screen.getByRole('radio', { name: '知らせる' }))
  await wait(800)
  expect(text()).toContain('日時：2026.11.21（土）10:00')
  await press('登録', 100)
  expect(sent()).toEqual([])
  expect(text()).toContain('このまま保存するときは、チェックを入れてください')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /^重なり/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: '重なりを確認したうえで保存する' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'プランに含む' }))
  await press('登録', 100)
  await wait(300)
  expect(sent()).toMatchObject([
    { body: { interviewee_id: 7, kind: 'follow', notify: true, accept_conflicts: true, included_in_plan: true, participants: [1], meeting_url: null } },
  ])
  expect(onCreated).toHaveBeenCalledWith(5)
}, 20_000)

test('conflicts accepted for one time are not accepted for another', async () => {
  await showCard(<CreateDialog user_id={7} onClose={() => undefined} />)
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^重なり/ })
  fireEvent.click(box())
  expect(box().checked).toBe(true)
  fakeNetwork.responses['/api/interviews/conflicts'] = { items: [{ ...createdInterview, id: 10 }] }
  fireEvent.change(screen.getByLabelText(/終了/), { target: { value: '23:50' } })
  await wait(500)
  expect(box().checked).toBe(false)
}, 20_000)

test('rejects non-HTTPS meeting URLs and unreadable times', async () => {
  await showCard(<CreateDialog user_id={7} onClose={() => undefined} />)
  fireEvent.change(screen.getByLabelText(/会議URL/), { target: { value: 'meet.example.jp/sky' } })
  fireEvent.change(screen.getByLabelText(/終了/), { target: { value: 'noon' } })
  await press('登録', 100)
  expect(text()).toContain('https:// から始まるURLを入力してください')
  expect(text()).toContain('14:00 のように入力してください')
  expect(sent()).toEqual([])
}, 20_000)
