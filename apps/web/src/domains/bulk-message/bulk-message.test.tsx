// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../test/render.tsx'
import { BulkComposer } from './BulkComposer.tsx'
import { BulkDetailDialog } from './BulkDetailDialog.tsx'

const person = { id: 7, role: 'patient', last_name: '佐伯', first_name: '恵子', last_name_kana: '', first_name_kana: '', icon: null }
const bulk = {
  id: 4,
  sender: { ...person, id: 1, role: 'nurse' },
  body: '{姓}様',
  choice: { everyone: true },
  state: 'held',
  total_count: 2,
  waiting_count: 2,
  sent_count: 0,
  failed_count: 0,
  stopped_count: 0,
  sends_at: '2026-11-21T00:01:00Z',
  seconds_left: 60,
  stopped_at: null,
  finished_at: null,
  created_at: '2026-11-21T00:00:00Z',
}
setUpCardTests(() => ({
  '/api/plans': { items: [] },
  '/api/users': { items: [] },
  'POST /api/bulk_messages/preview': {
    items: [{ patient: person, text: '佐伯様', chat: false }],
    page: 1,
    next_page: null,
    total_count: 1,
    left_out: [],
    left_out_count: 1,
    is_too_many: false,
    unknown_placeholders: [],
  },
  'POST /api/bulk_messages/test': { text: '佐伯様' },
  'POST /api/bulk_messages': { id: 4 },
  '/api/bulk_messages/4': bulk,
  '/api/bulk_messages/4/recipients': { items: [], page: 1, next_page: null, total_count: 0 },
  'POST /api/bulk_messages/4/stop': { ...bulk, state: 'stopped' },
}))
const sent = (path: string) => fakeNetwork.requests.filter((item) => item.path === path)

test('counts recipients, previews the text, sends a test and sends with the expected count', async () => {
  const onSent = vi.fn()
  await showCard(<BulkComposer canned={() => null} onSent={onSent} list={null} />, 'nurse')
  fireEvent.change(screen.getByRole('textbox', { name: '本文' }), { target: { value: '{姓}様' } })
  await wait(500)
  expect(sent('/api/bulk_messages/preview')).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: '全員' }))
  await wait(600)
  expect(text()).toContain('1人に送信')
  expect(text()).toContain('対象外 1人')
  expect(text()).toContain('佐伯様')
  expect(text()).toContain('返信できないプラン')
  await press('自分にテスト送信', 100)
  expect(sent('/api/bulk_messages/test')).toMatchObject([{ body: { patient_id: 7, body: '{姓}様' } }])
  await press('1人に送信', 100)
  expect(sent('/api/bulk_messages')).toEqual([])
  fireEvent.click(screen.getAllByRole('button', { name: '1人に送信' }).at(-1)!)
  await wait(200)
  expect(sent('/api/bulk_messages')).toMatchObject([{ body: { choice: { everyone: true }, body: '{姓}様', expected_count: 1 } }])
  expect(onSent).toHaveBeenCalledWith(4)
})

test('counts down to the start of sending and stops the message', async () => {
  await showCard(<BulkDetailDialog id={4} onClose={() => undefined} />, 'nurse')
  expect(text()).toMatch(/(60|59)秒後に送信を始めます/)
  await wait(1_600)
  expect(text()).toMatch(/5[5-8]秒後に送信を始めます/)
  await press('停止', 100)
  expect(sent('/api/bulk_messages/4/stop')).toHaveLength(1)
})
