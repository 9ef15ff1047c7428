import { updateAuthInfo } from '@sukoyaka/wire/people/credentials'
import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { EmailForm, PasswordForm } from './CredentialForms.tsx'

setUpNetwork()

const challenge = { message: '確認コードを送りました', challenge: 'c1', expires_at: '2026-11-21T00:10:00Z', resend_at: '2026-11-21T00:00:30Z' }

test('the code field shows no error at first, and an error after a code of three digits was submitted', async () => {
  network.use(reply(updateAuthInfo, challenge))
  const { user, press } = show('patient', <EmailForm />)
  await user.type(screen.getByLabelText('新しいメールアドレス'), 'new@example.com')
  await user.type(screen.getByLabelText('現在のパスワード'), 'asano-sanpo-30pun')
  await press('確認コードを送る')
  const code = await screen.findByLabelText('確認コード')
  expect([code.getAttribute('aria-invalid'), screen.queryByText('6桁の数字を入力してください。')]).toEqual([null, null])
  await user.type(code, '123')
  await press('メールアドレスを変更')
  await screen.findByText('6桁の数字を入力してください。')
  expect(sent(updateAuthInfo)).toEqual([{ old_password: 'asano-sanpo-30pun', email: 'new@example.com' }])
})

test('a change whose response is lost is not sent again, and the page says that the password may have changed', async () => {
  network.use(reply(updateAuthInfo, () => HttpResponse.error()))
  const { user, press } = show('patient', <PasswordForm />)
  await user.type(screen.getByLabelText('現在のパスワード'), 'asano-sanpo-30pun')
  await user.type(screen.getByLabelText('新しいパスワード'), 'yuugata-no-kaze-8ji')
  await press('パスワードを変更')
  await screen.findByText('パスワードは変わっているかもしれません。次にログインするときは、新しいパスワードもお試しください。')
  expect(sent(updateAuthInfo)).toHaveLength(1)
})

test('a lost response to the first step of a new address says nothing about a change', async () => {
  network.use(reply(updateAuthInfo, () => HttpResponse.error()))
  const { user, press } = show('patient', <EmailForm />)
  await user.type(screen.getByLabelText('新しいメールアドレス'), 'new@example.com')
  await user.type(screen.getByLabelText('現在のパスワード'), 'asano-sanpo-30pun')
  await press('確認コードを送る')
  await screen.findByRole('alert')
  expect(screen.queryByText('変更できたか確認できませんでした')).toBeNull()
  expect(sent(updateAuthInfo)).toHaveLength(1)
})

test('an expired code is asked for again with the address and password that were typed', async () => {
  network.use(reply(updateAuthInfo, challenge))
  const { user, press } = show('patient', <EmailForm />)
  await user.type(screen.getByLabelText('新しいメールアドレス'), 'new@example.com')
  await user.type(screen.getByLabelText('現在のパスワード'), 'asano-sanpo-30pun')
  await press('確認コードを送る')
  await user.type(await screen.findByLabelText('確認コード'), '123456')
  network.use(reply(updateAuthInfo, () => failure(401, 'otp_expired', '確認コードの有効期限が切れました。')))
  await press('メールアドレスを変更')
  await screen.findByText('確認コードの有効期限が切れました。')
  network.use(reply(updateAuthInfo, challenge))
  await press('確認コードを送る')
  const again = await screen.findByLabelText<HTMLInputElement>('確認コード')
  expect(again.value).toBe('')
  expect(sent(updateAuthInfo).at(-1)).toEqual({ old_password: 'asano-sanpo-30pun', email: 'new@example.com' })
})
