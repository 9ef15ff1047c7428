// @vitest-environment happy-dom
import type { Message } from '@sukoyaka/wire/care/message'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { press, setUpCardTests, showCard, text, wait } from '../../../test/render.tsx'
import { ReadersDialog } from './ReadersDialog.tsx'
import { ActionBar } from './row/ActionBar.tsx'
import type { RowActions } from './row/row-actions.ts'

const person = (id: number, last_name: string) => ({ id, role: 'doctor', last_name, first_name: '健一', last_name_kana: '', first_name_kana: '', icon: null })
setUpCardTests(() => ({ '/api/message_open_histories/7': { items: [{ user: person(2, '中村'), opened_at: '2026-11-20T00:05:00Z' }] } }))

const message = (open_count: number) =>
  ({
    id: 7,
    patient_id: 1,
    sender: person(1, '佐伯'),
    body: '今朝は128/82でした。',
    reactions: [],
    my_like_id: null,
    pin_id: null,
    open_count,
  }) as unknown as Message
const onReaders = vi.fn()
const bar = (open_count: number) => (
  <ActionBar message={message(open_count)} isMine={false} actions={{ onReaders } as unknown as RowActions} onDone={() => undefined} />
)

test("staff can ask which colleagues opened a patient's message", async () => {
  await showCard(bar(3), 'nurse')
  await press('その他', 100)
  fireEvent.click(screen.getByRole('menuitem', { name: '既読 3、開いた人を表示' }))
  expect(onReaders).toHaveBeenCalledWith(expect.objectContaining({ id: 7 }))
})

test.each([
  ['patient', 3],
  ['nurse', 0],
] as const)('offers no reader list to a %s if %i people opened the message', async (role, open_count) => {
  await showCard(bar(open_count), role)
  await press('その他', 100)
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['コピー'])
})

test('shows when each reader opened the message', async () => {
  await showCard(<ReadersDialog id={7} onClose={() => undefined} />, 'nurse')
  await wait(100)
  expect(text()).toContain('中村 健一')
  expect(text()).toContain('09:05')
})
