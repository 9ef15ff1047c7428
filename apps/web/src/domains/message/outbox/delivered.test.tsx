import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OutboxMessage } from './outbox-message.ts'
import { useDelivered } from './use-outbox.ts'

const unsent = (client_id: string, state: OutboxMessage['state']): OutboxMessage => ({
  client_id,
  state,
  patient_id: 1,
  body: '',
  mentions: [],
  reply_to: null,
  is_urgent: false,
  content_type: 'image',
  files: [],
  error: null,
  at: '2026-11-21T00:00:00Z',
})

test('a stopped upload is removed once its message arrives', () => {
  const discard = vi.fn()
  const waiting = [unsent('stopped upload', 'cancelled'), unsent('other upload', 'cancelled'), unsent('message', 'stopped')]
  const { rerender } = renderHook(({ arrived }) => useDelivered({ discard }, waiting, arrived), { initialProps: { arrived: [{ client_id: 'message' }] } })
  expect(discard).not.toHaveBeenCalled()
  rerender({ arrived: [{ client_id: 'message' }, { client_id: 'stopped upload' }] })
  expect(discard.mock.calls).toEqual([['stopped upload']])
})
