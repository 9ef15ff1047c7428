import { listAccounts, type UserRow } from '@sukoyaka/wire/boards/admin/user'
import { listViews } from '@sukoyaka/wire/boards/admin/view'
import { activateUser, deactivateUser, listInviteRequests } from '@sukoyaka/wire/people/registration'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { AdminPage } from './AdminPage.tsx'

setUpNetwork()
const row = (id: number, last_name: string, more: Partial<UserRow>): UserRow => ({
  ...{
    id,
    email: `user${id}@example.com`,
    phone_number: null,
    role: 'patient',
    state: 'active',
    last_sign_in_at: null,
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
  },
  account: { id, role: 'patient', last_name, first_name: '花', last_name_kana: '', first_name_kana: '', icon: null },
  ...more,
})

test('the row of a patient links to the record, the rows of oneself and of a merged patient have no menu, and filters are sent', async () => {
  const items = [row(1, '管理', { role: 'admin' }), row(2, '患者', {}), row(3, '統合', { state: 'merged' })]
  network.use(
    reply(listAccounts, { items, page: 1, next_page: null, total_count: 3 }),
    reply(listViews, { items: [] }),
    reply(listInviteRequests, { items: [], page: 1, next_page: null, total_count: 0 }),
  )
  const { user } = show('admin', <AdminPage />, { path: '/admin?role=patient' })
  expect((await screen.findByRole('link', { name: /^患者 花/ })).getAttribute('href')).toBe('/2/summary')
  expect(screen.queryByRole('link', { name: /^統合 花/ })).toBeNull()
  expect(screen.getAllByRole('button', { name: /さんの操作/ }).map((button) => button.getAttribute('aria-label'))).toEqual(['患者 花さんの操作'])
  await user.selectOptions(screen.getByRole('combobox', { name: '状態' }), '統合済み')
  await expect.poll(() => sent(listAccounts).at(-1)).toMatchObject({ role: 'patient', state: 'merged' })
})

test('a bulk deactivation leaves out one’s own account, and says how many accounts failed and why', async () => {
  const items = [row(1, '管理', { role: 'admin' }), row(2, '患者', {}), row(4, '最後', { role: 'admin' })]
  network.use(
    reply(listAccounts, { items, page: 1, next_page: null, total_count: 3 }),
    reply(listViews, { items: [] }),
    reply(listInviteRequests, { items: [], page: 1, next_page: null, total_count: 0 }),
    reply(deactivateUser, ({ id }) => (id === 4 ? failure(422, 'last_admin', '管理者がいなくなります。') : null)),
  )
  const { user, press } = show('admin', <AdminPage />, { path: '/admin' })
  await user.click(await screen.findByRole('checkbox', { name: '表示中のすべてを選択' }))
  await press('利用を停止する（2件）')
  await press('利用を停止する')
  await screen.findByText('完了 1件・失敗 1件')
  screen.getByText('管理者がいなくなります。')
  expect(sent(deactivateUser).map(({ id }) => id)).toEqual([2, 4])
})

test('the results of a bulk action are shown even if none of its rows is left in the list', async () => {
  let items = [row(2, '患者', {}), row(3, '統合', {})]
  network.use(
    reply(listAccounts, () => ({ items, page: 1, next_page: null, total_count: items.length })),
    reply(listViews, { items: [] }),
    reply(listInviteRequests, { items: [], page: 1, next_page: null, total_count: 0 }),
    reply(deactivateUser, ({ id }) => {
      items = items.filter((each) => each.id !== id)
      return null
    }),
  )
  const { user, press } = show('admin', <AdminPage />, { path: '/admin?state=active' })
  await user.click(await screen.findByRole('checkbox', { name: '表示中のすべてを選択' }))
  await press('利用を停止する（2件）')
  await press('利用を停止する')
  await screen.findByText('完了 2件・失敗 0件')
  await expect.poll(() => screen.queryByRole('checkbox', { name: '表示中のすべてを選択' })).toBeNull()
  screen.getByText('完了 2件・失敗 0件')
})

test('a bulk deactivation says what it does and tells namesakes apart; its results offer to reactivate the accounts that were deactivated', async () => {
  const items = [row(2, '阿部', {}), row(3, '阿部', {}), row(4, '最後', { role: 'admin' })]
  network.use(
    reply(listAccounts, { items, page: 1, next_page: null, total_count: 3 }),
    reply(listViews, { items: [] }),
    reply(listInviteRequests, { items: [], page: 1, next_page: null, total_count: 0 }),
    reply(deactivateUser, ({ id }) => (id === 4 ? failure(422, 'last_admin', '管理者がいなくなります。') : null)),
    reply(activateUser, null),
  )
  const { user, press } = show('admin', <AdminPage />, { path: '/admin' })
  await user.click(await screen.findByRole('checkbox', { name: '表示中のすべてを選択' }))
  await press('利用を停止する（3件）')
  const dialog = within(await screen.findByRole('dialog', { name: '利用を停止する' }))
  dialog.getByText(/^3人はすぐにログアウトされ/)
  dialog.getByText('阿部 花（user2@example.com）、阿部 花（user3@example.com）、最後 花（user4@example.com）')
  await press('利用を停止する')
  await screen.findByText('完了 2件・失敗 1件')
  await press('利用を再開する（2件）')
  await screen.findByRole('dialog', { name: '利用を再開する：結果' })
  screen.getByText('完了 2件・失敗 0件')
  expect(sent(activateUser)).toEqual([{ id: 2 }, { id: 3 }])
})
