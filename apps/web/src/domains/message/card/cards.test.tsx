import { listInterviewConflicts } from '@sukoyaka/wire/care/interview'
import type { InterviewProposal } from '@sukoyaka/wire/care/message'
import { addInterviewProposal, chooseInterviewProposal, declineInterviewProposal } from '@sukoyaka/wire/care/message-card'
import { cancelDataEntryRequest, type DataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { person } from '../../../test/data/person.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { message, nurse } from '../test-data.ts'
import { MessageCard } from './MessageCard.tsx'
import { ProposeInterviewDialog } from './ProposeInterviewDialog.tsx'

setUpNetwork()

const request: DataEntryRequest = {
  id: 5,
  patient_id: 1,
  kind: 'questionnaire',
  parts: ['symptoms', 'lifestyles'],
  due_on: '2026-12-01',
  note: '面談の前に',
  state: 'open',
  questionnaire_id: 4,
  requested_by: nurse.id,
  requester: nurse,
  answered_at: null,
  cancelled_at: null,
  created_at: '2026-11-19T00:00:00Z',
  updated_at: '2026-11-19T00:00:00Z',
}
const requestMessage = message(8, { body: '面談の前に', message_type: 'data_entry_request', data_entry_request: request })

test('a patient sees what is requested, the due date and a link to the questionnaire, and cannot cancel the request', () => {
  show('patient', <MessageCard message={requestMessage} />)
  expect(screen.getByText('からだの症状・生活習慣')).toBeTruthy()
  expect(screen.getByText(/2026\.12\.01（火）/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '記入する' }).getAttribute('href')).toBe('/1/questionnaires/4')
  expect(screen.queryByRole('button')).toBe(null)
})

test('staff cancel a request after confirming', async () => {
  network.use(reply(cancelDataEntryRequest, { ...request, state: 'cancelled' }))
  const { user, press } = show('nurse', <MessageCard message={requestMessage} />)
  await press('依頼を取り消す')
  await screen.findByRole('dialog')
  expect(sent(cancelDataEntryRequest)).toEqual([])
  await user.click(screen.getAllByRole('button', { name: '依頼を取り消す' }).at(-1)!)
  await waitFor(() => expect(sent(cancelDataEntryRequest)).toEqual([{ id: 5, state: 'cancelled' }]))
})

const proposal: InterviewProposal = {
  kind: 'follow',
  meeting_type: 'online',
  minutes: 30,
  starts: ['2026-11-20T05:00:00.000Z', '2026-12-01T05:00:00.000Z'],
  chosen_at: null,
  interview_id: null,
  declined_at: null,
  wanted_starts: [],
}
const proposed = (more: Partial<InterviewProposal> = {}) =>
  message(9, { body: '', message_type: 'interview_proposal', interview_proposal: { ...proposal, ...more } })

test('a patient accepts a time after confirming; past times cannot be accepted', async () => {
  network.use(reply(chooseInterviewProposal, proposed({ chosen_at: '2026-12-01T05:00:00.000Z', interview_id: 3 })))
  const { press } = show('patient', <MessageCard message={proposed()} />)
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['この日時にする', 'どれも都合が悪い'])
  // the accessible name starts with the visible text, because that is what users of voice control say
  await press('この日時にする：2026.12.01（火）14:00')
  expect(await screen.findByText(/12月1日（火）14:00に決めますか/)).toBeTruthy()
  expect(sent(chooseInterviewProposal)).toEqual([])
  await press('この日時に決める')
  await waitFor(() => expect(sent(chooseInterviewProposal)).toEqual([{ id: 9, start: '2026-12-01T05:00:00.000Z' }]))
})

test('a patient declines all times with a message', async () => {
  network.use(reply(declineInterviewProposal, proposed({ declined_at: '2026-11-20T06:00:00.000Z' })))
  const { user, press } = show('patient', <MessageCard message={proposed()} />)
  await press('どれも都合が悪い')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /ご都合/ }), '午後が希望です')
  await user.click(dialog.getByRole('button', { name: '担当チームに送る' }))
  await waitFor(() => expect(sent(declineInterviewProposal)).toEqual([{ id: 9, starts: [], body: '午後が希望です' }]))
})

test('if the patient proposes a time without a date, both fields are invalid and say what is missing', async () => {
  const { user, press } = show('patient', <MessageCard message={proposed()} />)
  await press('どれも都合が悪い')
  const dialog = within(await screen.findByRole('dialog'))
  const time = dialog.getByRole('textbox', { name: '開始' })
  await user.type(time, '10:00')
  await user.click(dialog.getByRole('button', { name: '担当チームに送る' }))
  await dialog.findByText('日付と開始時刻を入力してください。')
  for (const field of [time, dialog.getByRole('textbox', { name: '日付' })]) {
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toBe('日付と開始時刻を入力してください。')
  }
  expect(sent(declineInterviewProposal)).toEqual([])
})

test('a declined proposal has no buttons and shows staff the times that the patient proposed', () => {
  show('nurse', <MessageCard message={proposed({ declined_at: '2026-11-20T06:00:00.000Z', wanted_starts: ['2026-12-03T05:00:00.000Z'] })} />)
  expect(screen.getByText('別の日時を希望')).toBeTruthy()
  expect(screen.getByText('2026.12.03（木）14:00')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a settled proposal shows only the chosen time and links to the interview', () => {
  show('nurse', <MessageCard message={proposed({ chosen_at: '2026-12-01T05:00:00.000Z', interview_id: 3 })} />)
  expect(screen.getByText('決定')).toBeTruthy()
  expect(screen.getByText(/2026\.12\.01/)).toBeTruthy()
  expect(screen.queryByText(/2026\.11\.20/)).toBeNull()
  expect(screen.getByRole('link', { name: '面談を見る' }).getAttribute('href')).toBe('/interviews/3')
})

test('proposes the typed times; missing, unreadable, past and duplicate times are errors', async () => {
  network.use(reply(addInterviewProposal, proposed()), reply(listInterviewConflicts, { items: [] }))
  const onClose = vi.fn()
  const { user, press } = show('nurse', <ProposeInterviewDialog patient_id={7} onClose={onClose} />)
  const typeInto = async (label: string, at: number, text: string) => {
    const field = screen.getAllByLabelText(label)[at]!
    await user.clear(field)
    await user.type(field, text)
    await user.tab()
  }
  await press('提案を送信')
  expect(await screen.findByText(/日付と開始時刻を入力してください/)).toBeTruthy()
  await typeInto('日付', 0, '2026.12.01')
  await typeInto('開始', 0, '14')
  expect(await screen.findByText(/14:00 のように入力してください/)).toBeTruthy()
  await typeInto('日付', 0, '2026.11.21')
  await typeInto('開始', 0, '8:59')
  expect(await screen.findByText(/これからの日時を入力してください/)).toBeTruthy()
  await typeInto('日付', 0, '2026.12.01')
  await typeInto('開始', 0, '１４００')
  await press('候補を追加')
  await typeInto('日付', 1, '2026.12.01')
  expect(await screen.findByText(/同じ日時が2つあります/)).toBeTruthy()
  await press('提案を送信')
  expect(sent(addInterviewProposal)).toEqual([])
  await typeInto('日付', 1, '2026.12.02')
  await press('提案を送信')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent(addInterviewProposal)).toEqual([
    { patient_id: 7, kind: 'follow', meeting_type: 'online', minutes: 30, starts: ['2026-12-01T05:00:00.000Z', '2026-12-02T05:00:00.000Z'] },
  ])
})

test('warns before sending if a time overlaps with an interview; an error of the server is below the time that it concerns', async () => {
  const taken = { id: 5, interviewee: person(8, '山田', 'patient'), participants: [], kind: 'follow' as const, name: '' }
  network.use(
    reply(listInterviewConflicts, ({ from }) => ({
      items: from.startsWith('2026-12-02') ? [{ ...taken, conducted_at: '2026-12-02T00:30:00.000Z', ends_at: '2026-12-02T01:00:00.000Z' }] : [],
    })),
    reply(addInterviewProposal, () => failure(422, 'interview_conflict', '重なっています。', { 'starts.1': ['すでに使われています。'] })),
  )
  const { user, press } = show('nurse', <ProposeInterviewDialog patient_id={7} onClose={() => {}} />)
  const typeInto = async (label: string, at: number, text: string) => {
    await user.clear(screen.getAllByLabelText(label)[at]!)
    await user.type(screen.getAllByLabelText(label)[at]!, `${text}{Tab}`)
  }
  await typeInto('日付', 0, '12/1')
  await typeInto('開始', 0, '9時半')
  await press('候補を追加')
  await typeInto('日付', 1, '12月2日')
  const second = within(screen.getByRole('group', { name: /候補2/ }))
  await second.findByText('山田 花子の面談（09:30–10:00）と重なります。')
  expect(within(screen.getByRole('group', { name: /候補1/ })).queryByText(/重なります/)).toBeNull()
  await press('提案を送信')
  await second.findByText('重なっています。')
  expect(sent(addInterviewProposal)).toMatchObject([{ starts: ['2026-12-01T00:30:00.000Z', '2026-12-02T00:30:00.000Z'] }])
})
