// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard } from '../../test/render.tsx'
import { DataEntryRequestDialog } from './AskDialog.tsx'

setUpCardTests(() => ({ 'POST /api/data_entry_requests': {} }))

test('restores the note after a sign-out and discards it once sent', async () => {
  const note = async () => {
    await showCard(<DataEntryRequestDialog user_id={7} onClose={() => undefined} />)
    return screen.getByLabelText<HTMLTextAreaElement>(/ひとこと/)
  }
  fireEvent.change(await note(), { target: { value: '面談の前にお願いします' } })
  cleanup()
  expect((await note()).value).toBe('面談の前にお願いします')
  await press('依頼を送信')
  expect(fakeNetwork.requests).toMatchObject([{ body: { patient_id: 7, note: '面談の前にお願いします' } }])
  cleanup()
  expect((await note()).value).toBe('')
})
