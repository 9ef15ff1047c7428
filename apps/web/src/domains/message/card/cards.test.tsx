// @vitest-environment happy-dom
import type { Message } from '@sukoyaka/wire/care/message'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../../test/render.tsx'
import { MessageCard } from './MessageCard.tsx'
import { ProposeInterviewDialog } from './ProposeInterviewDialog.tsx'

setUpCardTests(() => ({
  'PATCH /api/data_entry_requests/5': {},
  'POST /api/interview_proposals': { id: 9 },
  'POST /api/interview_proposals/9/choose': { id: 9 },
}))

const requestMessage = (state: string) =>
  ({
    id: 8,
    body: '面談の前に',
    data_entry_request: {
      id: 5,
      patient_id: 1,
      state,
      parts: ['symptoms', 'lifestyles'],
      due_on: '2026-12-01',
      note: '面談の前に',
      questionnaire_id: 4,
      answered_at: state === 'answered' ? '2026-11-20T00:00:00Z' : null,
    },
  }) as unknown as Message

test('a patient sees what is requested until when, with a link to the questionnaire, and cannot cancel the request', async () => {
  await showCard(<MessageCard message={requestMessage('open')} />, 'patient')
  expect(text()).toContain('からだの症状・生活習慣')
  expect(text()).toContain('2026.12.01（火）')
  expect(screen.getByRole('link', { name: '記入する' }).getAttribute('href')).toBe('/1/questionnaires/4')
  expect(screen.queryByRole('button')).toBe(null)
})

test('staff cancel a request after confirming', async () => {
  await showCard(<MessageCard message={requestMessage('open')} />, 'nurse')
  await press('依頼を取り消す', 100)
  expect(fakeNetwork.requests).toEqual([])
  fireEvent.click(screen.getAllByRole('button', { name: '依頼を取り消す' }).at(-1)!)
  await wait(200)
  expect(fakeNetwork.requests).toMatchObject([{ method: 'PATCH', body: { state: 'cancelled' } }])
})

const proposed = (more: object = {}) =>
  ({
    id: 9,
    body: '',
    interview_proposal: {
      kind: 'follow',
      meeting_type: 'online',
      minutes: 30,
      starts: ['2026-11-20T05:00:00.000Z', '2026-12-01T05:00:00.000Z'],
      chosen_at: null,
      interview_id: null,
      ...more,
    },
  }) as unknown as Message

test('a patient accepts a time after confirming; past times cannot be accepted', async () => {
  await showCard(<MessageCard message={proposed()} />, 'patient')
  expect(screen.getAllByRole('button')).toHaveLength(1)
  await press('2026.12.01（火）14:00にする', 100)
  expect(text()).toContain('12月1日（火）14:00に決めますか')
  expect(fakeNetwork.requests).toEqual([])
  await press('この日時に決める', 200)
  expect(fakeNetwork.requests).toMatchObject([{ path: '/api/interview_proposals/9/choose', body: { start: '2026-12-01T05:00:00.000Z' } }])
})

test('a settled proposal shows only the chosen time and links to the interview', async () => {
  await showCard(<MessageCard message={proposed({ chosen_at: '2026-12-01T05:00:00.000Z', interview_id: 3 })} />, 'nurse')
  expect(text()).toContain('決定')
  expect(text()).not.toContain('2026.11.20')
  expect(screen.getByRole('link', { name: '面談を見る' }).getAttribute('href')).toBe('/interviews/3')
})

test('proposes times as typed and rejects past and duplicate ones', async () => {
  const onClose = vi.fn()
  await showCard(<ProposeInterviewDialog patient_id={7} onClose={onClose} />, 'nurse')
  const typeInto = (label: string, at: number, value: string) => {
    const field = screen.getAllByLabelText(label)[at]!
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
  }
  await press('提案を送信', 100)
  expect(text()).toContain('日付と開始時刻を入力してください')
  typeInto('日付', 0, '2026.12.01')
  typeInto('開始', 0, '14')
  await wait(50)
  expect(text()).toContain('14:00 のように入力してください')
  typeInto('開始', 0, '１４：００')
  await press('候補を追加', 50)
  typeInto('日付', 1, '2026.12.01')
  await wait(50)
  expect(text()).toContain('同じ日時が2つあります')
  typeInto('日付', 1, '2026.12.02')
  await press('提案を送信', 200)
  expect(fakeNetwork.requests).toMatchObject([
    { body: { patient_id: 7, kind: 'follow', minutes: 30, starts: ['2026-12-01T05:00:00.000Z', '2026-12-02T05:00:00.000Z'] } },
  ])
  expect(onClose).toHaveBeenCalled()
})
