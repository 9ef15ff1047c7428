import { addInterview, getInterviewQuota, listInterviewConflicts, previewInterviewNotice } from '@sukoyaka/wire/care/interview'
import { listUsers } from '@sukoyaka/wire/people/account'
import { listFacilities } from '@sukoyaka/wire/people/facility'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { interview } from '../../test/data/interview.ts'
import { interviewee } from '../../test/data/person.ts'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { CreateDialog } from './CreateDialog.tsx'

const conflict = (id: number, patient: string) => ({
  id,
  kind: 'plan' as const,
  name: '',
  conducted_at: '2026-11-21T02:00:00.000Z',
  ends_at: '2026-11-21T02:30:00.000Z',
  interviewee: interviewee(3, patient),
  participants: [],
})
setUpNetwork()
beforeEach(() => {
  network.use(
    reply(listFacilities, { items: [] }),
    reply(getInterviewQuota, { allowed: 4, used: 3, left: 1, from: '2026-04-01', until: '2027-03-31' }),
    reply(listInterviewConflicts, { items: [conflict(9, '山田')] }),
    reply(listUsers, { items: [], page: 1, next_page: null, total_count: 0 }),
    reply(previewInterviewNotice, { subject: '【すこやか】ご予定のお知らせ', text: '日時：2026.11.21（土）10:00' }),
    reply(addInterview, interview(5, '2026-11-21T01:00:00.000Z')),
  )
})
const acceptBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^重なり/ })

test('saves an interview with a conflict only after the conflict is accepted and the notification choice is made', async () => {
  const onCreated = vi.fn()
  const { user, press } = show('doctor', <CreateDialog user_id={7} onClose={() => undefined} onCreated={onCreated} />)
  expect(await screen.findByText('同じ時間にほかの面談があります')).toBeTruthy()
  expect(screen.getByText('山田 花子')).toBeTruthy()
  expect(await screen.findByText(/残り1回/)).toBeTruthy()
  await press('登録')
  expect(screen.getByText('患者に知らせるかどうかを選んでください')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '知らせる' }))
  expect(await screen.findByText(/日時：2026.11.21（土）10:00/)).toBeTruthy()
  await press('登録')
  expect(screen.getByText('このまま保存するときは、チェックを入れてください')).toBeTruthy()
  expect(document.activeElement).toBe(acceptBox())
  expect(sent(addInterview)).toEqual([])
  await user.click(acceptBox())
  await user.click(screen.getByRole('checkbox', { name: 'プランに含む' }))
  await press('登録')
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(5))
  expect(sent(addInterview)).toMatchObject([
    { interviewee_id: 7, kind: 'follow', notify: true, accept_conflicts: [9], included_in_plan: true, participants: [1], meeting_url: null },
  ])
})

test('conflicts accepted for one time are not accepted for another', async () => {
  const { user } = show('doctor', <CreateDialog user_id={7} onClose={() => undefined} />)
  await screen.findByText('山田 花子')
  await user.click(acceptBox())
  expect(acceptBox().checked).toBe(true)
  network.use(reply(listInterviewConflicts, { items: [conflict(10, '鈴木')] }))
  await user.clear(screen.getByLabelText(/終了/))
  await user.type(screen.getByLabelText(/終了/), '23:50')
  expect(await screen.findByText('鈴木 花子')).toBeTruthy()
  expect(acceptBox().checked).toBe(false)
})

test('rejects non-HTTPS meeting URLs and unreadable times', async () => {
  const { user, press } = show('doctor', <CreateDialog user_id={7} onClose={() => undefined} />)
  await user.type(screen.getByLabelText(/会議URL/), 'meet.example.jp/sky')
  await user.clear(screen.getByLabelText(/終了/))
  await user.type(screen.getByLabelText(/終了/), 'noon')
  await press('登録')
  expect(screen.getByText('https:// から始まるURLを入力してください')).toBeTruthy()
  expect(screen.getByText('14:00 のように入力してください')).toBeTruthy()
  expect(sent(addInterview)).toEqual([])
})

test('shows the error of the meeting URL even after the switch to an interview in person, and keeps the URL field while it is emptied', async () => {
  const { user, press } = show('doctor', <CreateDialog user_id={7} onClose={() => undefined} />)
  await user.type(screen.getByLabelText(/会議URL/), 'http://x')
  await user.click(screen.getByRole('radio', { name: '対面・電話など' }))
  await press('登録')
  expect(screen.getByText('https:// から始まるURLを入力してください')).toBeTruthy()
  const url = screen.getByLabelText<HTMLInputElement>(/会議URL/)
  await user.clear(url)
  expect(screen.queryByText('https:// から始まるURLを入力してください')).toBeNull()
  await user.type(url, 'https://meet.example.jp/a')
  expect(screen.getByLabelText<HTMLInputElement>(/会議URL/).value).toBe('https://meet.example.jp/a')
})
