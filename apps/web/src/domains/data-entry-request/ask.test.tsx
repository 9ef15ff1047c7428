import { addDataEntryRequest, type DataEntryRequest, listDataEntryRequests } from '@sukoyaka/wire/record/data-entry-request'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'
import { person } from '../../test/data/person.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { DataEntryRequestDialog } from './DataEntryRequestDialog.tsx'
import { LoadedRequestDialog } from './LoadedRequestDialog.tsx'
import { RequestQuestionnaireButton } from './RequestQuestionnaireButton.tsx'

setUpNetwork()

const request: DataEntryRequest = {
  id: 1,
  patient_id: 7,
  kind: 'questionnaire',
  parts: ['symptoms', 'lifestyles', 'allergy_reactions'],
  due_on: null,
  note: '面談の前にお願いします',
  state: 'open',
  questionnaire_id: null,
  requested_by: 1,
  requester: person(1, '中村'),
  answered_at: null,
  cancelled_at: null,
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
}

test('restores the note when the dialog is opened again, and discards it once sent', async () => {
  network.use(reply(addDataEntryRequest, request))
  const open = () => {
    const shown = show('doctor', <DataEntryRequestDialog user_id={7} onClose={() => undefined} />)
    return { ...shown, note: screen.getByLabelText<HTMLTextAreaElement>(/ひとこと/) }
  }
  const first = open()
  await first.user.type(first.note, '面談の前にお願いします')
  first.unmount()
  const second = open()
  expect(second.note.value).toBe('面談の前にお願いします')
  await second.press('依頼を送信')
  await screen.findByText('依頼を送信しました')
  expect(sent(addDataEntryRequest)).toEqual([{ patient_id: 7, kind: 'questionnaire', parts: request.parts, due_on: null, note: '面談の前にお願いします' }])
  second.unmount()
  expect(open().note.value).toBe('')
})

test('in the chat, the form opens with the values of a colleague’s open request, once they are loaded', async () => {
  let isDown = true
  const open = { ...request, parts: ['lifestyles' as const], due_on: '2030-01-31' }
  network.use(
    reply(listDataEntryRequests, () => (isDown ? failure(503, 'unavailable', '混み合っています') : { items: [open] })),
    reply(addDataEntryRequest, open),
  )
  const { press } = show('doctor', <LoadedRequestDialog user_id={7} onClose={() => undefined} />)
  await screen.findByText('依頼の状況を読み込めませんでした', {}, { timeout: 10_000 })
  expect(screen.queryByRole('button', { name: '依頼を送信' })).toBeNull()
  isDown = false
  await press('もう一度読み込む')
  await press('依頼を送信')
  await screen.findByText('依頼を送信しました')
  expect(sent(addDataEntryRequest)).toEqual([{ patient_id: 7, kind: 'questionnaire', parts: ['lifestyles'], due_on: '2030-01-31', note: request.note }])
})

test('shows who requested the questionnaire last, and when', async () => {
  network.use(reply(listDataEntryRequests, { items: [{ ...request, created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-20T00:00:00Z' }] }))
  show('doctor', <RequestQuestionnaireButton user_id={7} />)
  expect(await screen.findByText(/に依頼/)).toHaveProperty('textContent', '2026.11.20に依頼（中村 花子）')
})

test('a Japanese note is marked as Japanese on a page in another language', async () => {
  network.use(reply(listDataEntryRequests, { items: [request] }))
  await act(() => i18n.changeLanguage('en'))
  try {
    show('doctor', <RequestQuestionnaireButton user_id={7} />)
    expect((await screen.findByText('面談の前にお願いします')).lang).toBe('ja')
  } finally {
    await act(() => i18n.changeLanguage('ja'))
  }
})
