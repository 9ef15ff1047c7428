import { listOpenHistories } from '@sukoyaka/wire/care/message-mark'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failure, network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { doctor, message } from '../test-data.ts'
import { ReadersDialog } from './ReadersDialog.tsx'
import { ActionBar } from './row/ActionBar.tsx'
import type { RowActions } from './row/row-actions.ts'

setUpNetwork()

const actions: RowActions = {
  react: vi.fn(),
  like: vi.fn(),
  pin: vi.fn(),
  onJump: vi.fn(),
  onDelete: vi.fn(),
  onRemind: vi.fn(),
  onReaders: vi.fn(),
  onReload: vi.fn(),
}
const bar = (open_count: number) => <ActionBar message={message(7, { open_count })} isMine={false} actions={actions} onDone={() => undefined} />

test("staff can open the list of colleagues who opened a patient's message", async () => {
  const { user, press } = show('nurse', bar(3))
  await press('その他')
  await user.click(await screen.findByRole('menuitem', { name: '既読 3、開いた人を表示' }))
  expect(actions.onReaders).toHaveBeenCalledWith(expect.objectContaining({ id: 7 }))
})

test.each([
  ['patient', 3],
  ['nurse', 0],
] as const)('the menu of a %s has no list of readers if %i people opened the message', async (role, open_count) => {
  const { press } = show(role, bar(open_count))
  await press('その他')
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['コピー'])
})

test('shows when each reader opened the message', async () => {
  network.use(reply(listOpenHistories, { items: [{ user: doctor, opened_at: '2026-11-20T00:05:00Z' }] }))
  show('nurse', <ReadersDialog id={7} onClose={() => undefined} />)
  expect((await screen.findByRole('listitem')).textContent).toMatch(/中村 健一.*09:05/)
})

test('says if the readers could not be loaded', async () => {
  network.use(reply(listOpenHistories, () => failure(403, 'forbidden', 'この操作を行う権限がありません。')))
  show('nurse', <ReadersDialog id={7} onClose={() => undefined} />)
  expect(await screen.findByText('既読の人を読み込めませんでした')).toBeTruthy()
})
