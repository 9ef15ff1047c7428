import { listCareTeams } from '@sukoyaka/wire/boards/admin/care-team'
import { listUsers } from '@sukoyaka/wire/people/account'
import { changeRole } from '@sukoyaka/wire/people/account-admin'
import { activateUser, deactivateUser, makeActivationSheet, repeatInvitation } from '@sukoyaka/wire/people/registration'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paged } from '../../test/data/paged.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import type { MenuUser } from './menu-user.ts'
import { UserMenu } from './UserMenu.tsx'

setUpNetwork()
const person = (changes: Partial<MenuUser>): MenuUser => ({
  id: 9,
  role: 'trainer',
  last_name: '石井',
  first_name: '翔太',
  last_name_kana: 'イシイ',
  first_name_kana: 'ショウタ',
  email: 'trainer@example.com',
  icon: null,
  state: 'active',
  updated_at: '2026-11-20T00:00:00.000Z',
  ...changes,
})

test('asks before it deactivates a person, and says why if that fails', async () => {
  network.use(reply(deactivateUser, () => failure(422, 'last_admin', '管理者がいなくなるため、利用の停止や役割の変更はできません。')))
  const { press } = show('admin', <UserMenu user={person({})} />)
  await press('石井 翔太さんの操作')
  screen.getByRole('menuitem', { name: '利用を停止する' }).click()
  const dialog = await screen.findByRole('dialog', { name: '利用の停止' })
  within(dialog).getByText(/trainer@example\.com/)
  expect(sent(deactivateUser)).toEqual([])
  within(dialog).getByRole('button', { name: '利用を停止する' }).click()
  await screen.findByText('管理者がいなくなるため、利用の停止や役割の変更はできません。')
  expect(sent(deactivateUser)).toEqual([{ id: 9 }])
})

test('activates a deactivated person again', async () => {
  network.use(reply(activateUser, null))
  const { press } = show('admin', <UserMenu user={person({ state: 'deactivated' })} />)
  await press('石井 翔太さんの操作')
  screen.getByRole('menuitem', { name: '利用を再開する' }).click()
  await screen.findByText('利用を再開しました')
  expect(sent(activateUser)).toEqual([{ id: 9 }])
})

test('sends an invitation again to somebody who has not registered, and changes a role', async () => {
  network.use(reply(repeatInvitation, null), reply(changeRole, null))
  const { press, user } = show('admin', <UserMenu user={person({ state: 'invited' })} />)
  await press('石井 翔太さんの操作')
  expect(screen.queryByRole('menuitem', { name: 'ログイン中の端末' })).toBeNull()
  screen.getByRole('menuitem', { name: '招待メールをもう一度送る' }).click()
  await screen.findByText('招待メールを送りました')
  expect(sent(repeatInvitation)).toEqual([{ id: 9 }])
  await press('石井 翔太さんの操作')
  screen.getByRole('menuitem', { name: '役割を変える' }).click()
  await user.selectOptions(await screen.findByRole('combobox', { name: '役割' }), '看護師')
  await press('保存')
  await screen.findByText('役割を変えました')
  expect(sent(changeRole)).toEqual([{ id: 9, role: 'nurse', updated_at: '2026-11-20T00:00:00.000Z' }])
})

test('says why a role is not changed while the person cares for patients, and hands these over to the role in the care teams', async () => {
  const row = { id: 1, user_id: 1, staff_id: 9, person: person({ id: 1 }), user: person({}), role: 'doctor' as const, main: true }
  network.use(
    reply(changeRole, () => failure(409, 'cares_for_patients', '先に、担当患者をほかの方に引き継いでください。')),
    reply(listCareTeams, paged([row])),
    reply(listUsers, paged([])),
  )
  const { press, user } = show('admin', <UserMenu user={person({ role: 'nurse' })} />)
  await press('石井 翔太さんの操作')
  screen.getByRole('menuitem', { name: '役割を変える' }).click()
  await user.selectOptions(await screen.findByRole('combobox', { name: '役割' }), 'トレーナー')
  await press('保存')
  await screen.findByText('役割を変えられませんでした。先に、担当患者をほかの方に引き継いでください。')
  await press('キャンセル')
  await press('石井 翔太さんの操作')
  screen.getByRole('menuitem', { name: '担当患者を引き継ぐ' }).click()
  await user.type(await screen.findByRole('combobox', { name: /引き継ぐ相手/ }), '中村')
  await waitFor(() => expect(sent(listUsers)).toContainEqual({ q: { full_name_cont: '中村' }, role: ['doctor'] }))
})

test('makes an activation sheet on request, in the chosen language', async () => {
  const sheet = {
    link: 'https://example.com/en/activate/abc',
    page: 'https://example.com/en/activate',
    email: 'p@example.com',
    code: '012345',
    expires_at: '2026-12-04T03:00:00Z',
    pdf: btoa('%PDF-1.7'),
  }
  network.use(reply(makeActivationSheet, sheet))
  const { press, user } = show('admin', <UserMenu user={person({ role: 'patient', state: 'invited' })} />)
  await press('石井 翔太さんの操作')
  screen.getByRole('menuitem', { name: '登録のご案内を印刷する' }).click()
  const dialog = await screen.findByRole('dialog', { name: '登録のご案内の印刷' })
  await user.selectOptions(within(dialog).getByRole('combobox', { name: '用紙の言語' }), 'English')
  expect(sent(makeActivationSheet)).toEqual([])
  await press('用紙を作る')
  await within(dialog).findByText(/用紙ができました/)
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:sheet'
  })
  await press('PDFを保存する')
  expect(await saved[0]!.text()).toBe('%PDF-1.7')
  expect(sent(makeActivationSheet)).toEqual([{ id: 9, language: 'en' }])
})
