import type { UserListItem } from '@sukoyaka/wire/people/account'
import { activateUser, deactivateUser } from '@sukoyaka/wire/people/registration'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { UserTable } from './UserTable.tsx'

setUpNetwork()
const person = (changes: Partial<UserListItem>): UserListItem => ({
  id: 9,
  role: 'trainer',
  last_name: '石井',
  first_name: '翔太',
  last_name_kana: 'イシイ',
  first_name_kana: 'ショウタ',
  email: 'trainer@example.com',
  icon: null,
  deactivated_at: null,
  ...changes,
})

test('deactivates a person after a question that names them, and says why if it fails; never oneself', async () => {
  network.use(reply(deactivateUser, () => failure(422, 'last_admin', '管理者がいなくなるため、停止できません。')))
  const { press } = show('admin', <UserTable users={[person({}), person({ id: 1, role: 'admin', last_name: '管理', email: 'admin@example.com' })]} />)
  await press('石井 翔太さんの操作')
  expect(screen.queryByRole('button', { name: /管理.*の操作/ })).toBeNull()
  screen.getByRole('menuitem', { name: '利用を停止する' }).click()
  const dialog = await screen.findByRole('dialog', { name: '利用の停止' })
  within(dialog).getByText(/trainer@example\.com/)
  expect(sent(deactivateUser)).toEqual([])
  within(dialog).getByRole('button', { name: '利用を停止する' }).click()
  await screen.findByText('管理者がいなくなるため、停止できません。')
  expect(sent(deactivateUser)).toEqual([{ id: 9 }])
})

test('activates a deactivated person again', async () => {
  network.use(reply(activateUser, null))
  const { press } = show('admin', <UserTable users={[person({ deactivated_at: '2026-11-20T00:00:00Z' })]} />)
  screen.getByText('停止中')
  await press('石井 翔太さんの操作')
  screen.getByRole('menuitem', { name: '利用を再開する' }).click()
  await screen.findByText('利用を再開しました')
  expect(sent(activateUser)).toEqual([{ id: 9 }])
})
