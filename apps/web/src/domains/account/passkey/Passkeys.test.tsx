import { addPasskey, listPasskeys } from '@sukoyaka/wire/people/passkey'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { Passkeys } from './Passkeys.tsx'
import { refusePasskeys, registrationOptions } from './test-device.ts'

setUpNetwork()
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['InvalidStateError', /この端末には、このアカウントのパスキーがすでに登録されています/],
  ['NotSupportedError', /お使いの端末またはブラウザーで登録できませんでした/],
  ['NotAllowedError', /登録を取り消しました/],
])('shows why the device refused a passkey: %s', async (name, message) => {
  refusePasskeys(() => name)
  network.use(reply(listPasskeys, { items: [] }), registrationOptions)
  const { user, press } = show('patient', <Passkeys />)
  await press('パスキーを登録する')
  await user.type(await screen.findByLabelText(/^現在のパスワード/), 'password')
  await press('端末で確認する')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(sent(addPasskey)).toEqual([])
})
