import { changeUser, getUser, type User } from '@sukoyaka/wire/people/account'
import { removeIcon } from '@sukoyaka/wire/people/icon'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { convert } from '../../test/compose.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { ProfilePage } from './ProfilePage.tsx'

setUpNetwork()
afterEach(() => localStorage.clear())

const saved: User = {
  id: 1,
  role: 'patient',
  last_name: '佐伯',
  first_name: '恵子',
  last_name_kana: 'サエキ',
  first_name_kana: '',
  birthday: '1968-03-14',
  sex: 'female',
  email: 'keiko@example.com',
  phone_number: '09000001234',
  icon: null,
  address: null,
  payment_source: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-10-01T00:00:00.000Z',
}
const laterAt = '2026-11-20T00:00:00.000Z'
const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label)

const open = (...handlers: Parameters<typeof network.use>) => {
  network.use(...handlers)
  return show('patient', <ProfilePage />)
}

test('shows what is saved, fills in a reading and the address, and sends the whole profile once', async () => {
  const { user, press, store } = open(
    reply(getUser, saved),
    reply(changeUser, (input) => ({ ...saved, ...input, id: 1, updated_at: laterAt }) as User),
  )
  expect((await field('せい（ふりがな）')).value).toBe('さえき')
  expect((await field('電話番号')).value).toBe('090-0000-1234')
  const first = await field(/^名/)
  await user.clear(first)
  convert(first, ['け', 'けい', 'けいこ'], '啓子')
  expect((await field('めい（ふりがな）')).value).toBe('けいこ')
  await user.clear(await field(/^生年月日/))
  await user.type(await field(/^生年月日/), '昭和43年3月15日')
  await screen.findByText(/1968.*58歳/)
  await user.type(await field('郵便番号'), '１０６−００３２')
  await waitFor(async () => expect((await field('市区町村')).value).toBe('港区'))
  await press('変更を保存する')
  await screen.findByText('プロフィールを保存しました')
  expect(sent(changeUser)).toEqual([
    {
      id: 'me',
      last_name: '佐伯',
      first_name: '啓子',
      last_name_kana: 'さえき',
      first_name_kana: 'けいこ',
      birthday: '1968-03-15',
      sex: 'female',
      phone_number: '090-0000-1234',
      address: { zip: '106-0032', prefecture: '東京都', city: '港区', street: expect.stringContaining('六本木'), building: '' },
      updated_at: saved.updated_at,
    },
  ])
  expect(store.getState().session.me).toMatchObject({ first_name: '啓子' })
})

test('errors found by the browser or the server are shown at their fields, and the first of these fields gets the focus', async () => {
  const taken = 'この電話番号はすでに登録されています。'
  const { user, press } = open(
    reply(getUser, saved),
    reply(changeUser, () => failure(422, 'phone_number_taken', taken, { phone_number: ['重複'] })),
  )
  await user.type(await field('めい（ふりがな）'), '恵子')
  await user.clear(await field(/^生年月日/))
  await user.type(await field(/^生年月日/), '2999-01-01')
  await press('変更を保存する')
  await screen.findByText('ひらがなかカタカナで入力してください。')
  await screen.findByText('生年月日をご確認ください。')
  await waitFor(async () => expect(document.activeElement).toBe(await field('めい（ふりがな）')))
  expect(sent(changeUser)).toEqual([])
  await user.clear(await field('めい（ふりがな）'))
  await user.clear(await field(/^生年月日/))
  await user.type(await field(/^生年月日/), 'S43.3.14')
  await press('変更を保存する')
  await screen.findByText(taken)
  await waitFor(async () => expect(document.activeElement).toBe(await field('電話番号')))
})

test('letters as a postal code are an error; they stay in the field, and nothing is sent', async () => {
  const { user, press } = open(reply(getUser, { ...saved, address: { zip: '106-0032', prefecture: '東京都', city: '港区', street: '六本木', building: '' } }))
  const zip = await field('郵便番号')
  await user.clear(zip)
  await user.type(zip, 'abc')
  await press('変更を保存する')
  await screen.findByText('7桁の数字で入力してください。')
  expect([zip.value, sent(changeUser)]).toEqual(['abc', []])
})

test('after a conflict the typed text stays, the page names what others saved, and the next save is based on their version', async () => {
  let stored = saved
  const { user, press } = open(
    reply(getUser, () => stored),
    reply(changeUser, ({ updated_at, first_name }) =>
      updated_at === stored.updated_at ? { ...stored, first_name: first_name!, updated_at: '2026-11-21T00:00:00.000Z' } : failure(409, 'conflict', '競合'),
    ),
  )
  const first = await field(/^名/)
  await user.clear(first)
  await user.type(first, '啓子')
  stored = { ...saved, first_name: '景子', phone_number: '0312345678', updated_at: laterAt }
  await press('変更を保存する')
  await screen.findByText(/入力した内容は残っています/)
  await screen.findByText(/名 景子/)
  expect((await field(/^名/)).value).toBe('啓子')
  await press('変更を保存する')
  await screen.findByText('プロフィールを保存しました')
  expect(sent(changeUser)[1]).toMatchObject({ first_name: '啓子', phone_number: '0312345678', updated_at: laterAt })
})

test('after a conflict the page names what others saved, also if their version was loaded before the save', async () => {
  let stored = saved
  const page = open(
    reply(getUser, () => stored),
    reply(changeUser, () => failure(409, 'conflict', '競合')),
  )
  const first = await field(/^名/)
  await page.user.clear(first)
  await page.user.type(first, '啓子')
  page.unmount()
  stored = { ...saved, first_name: '景子', phone_number: '0312345678', updated_at: laterAt }
  const { press } = show('patient', <ProfilePage />)
  await waitFor(async () => expect((await field('電話番号')).value).toMatch(/^03/))
  expect((await field(/^名/)).value).toBe('啓子')
  await press('変更を保存する')
  await screen.findByText(/名 景子/)
  expect(screen.queryByText(/電話番号 0/)).toBeNull()
})

test('typed text is kept when the page is left, until the user discards it', async () => {
  const first = open(reply(getUser, saved))
  await first.user.type(await field('電話番号'), '5')
  first.unmount()
  const { press } = show('patient', <ProfilePage />)
  expect((await field('電話番号')).value).toBe('090-0000-12345')
  await press('元に戻す')
  expect((await field('電話番号')).value).toBe('090-0000-1234')
  await waitFor(() => expect(screen.queryByText('保存していない変更があります。')).toBeNull())
})

test('removes the icon', async () => {
  let stored: User = { ...saved, icon: '/files/icon-1' }
  const { press } = open(
    reply(getUser, () => stored),
    reply(removeIcon, () => {
      stored = saved
      return stored
    }),
  )
  await press('写真を外す')
  await screen.findByText('写真を外しました')
  await screen.findByRole('button', { name: '写真を選ぶ' })
  expect(document.querySelector('img')).toBeNull()
})
