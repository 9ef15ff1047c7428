import { requestInvitation } from '@sukoyaka/wire/people/registration'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { InviteRequestPage } from './InviteRequestPage.tsx'

setUpNetwork()

test('asks for an invitation, without the fields that were left empty', async () => {
  network.use(reply(requestInvitation, null))
  const { user, press } = show('patient', <InviteRequestPage />)
  await user.type(await screen.findByLabelText(/^お名前/), ' 勅使河原 美佐緒 ')
  await user.type(screen.getByLabelText(/^メールアドレス/), 'misao')
  await press('申し込む')
  await screen.findByText('メールアドレスの形式を確認してください。')
  await user.type(screen.getByLabelText(/^メールアドレス/), '@example.com')
  await press('申し込む')
  await screen.findByRole('heading', { name: 'お申し込みを受け付けました' })
  expect(sent(requestInvitation)).toEqual([{ name: '勅使河原 美佐緒', email: 'misao@example.com' }])
})

test('keeps the text when the request fails, and says why', async () => {
  network.use(reply(requestInvitation, () => failure(429, 'too_many', '回数が多すぎます。')))
  const { user, press } = show('patient', <InviteRequestPage />)
  await user.type(await screen.findByLabelText(/^お名前/), '美佐緒')
  await user.type(screen.getByLabelText(/^メールアドレス/), 'misao@example.com')
  await user.type(screen.getByLabelText('お伝えになりたいこと'), 'よろしくお願いします。')
  await press('申し込む')
  await screen.findByText(/回数が多すぎます。/)
  expect((screen.getByLabelText('お伝えになりたいこと') as HTMLTextAreaElement).value).toBe('よろしくお願いします。')
})

test('the input stays when the page is mounted again, as by a change of the language, and is forgotten when it is left', async () => {
  const path = location.pathname
  const name = async () => await screen.findByLabelText<HTMLInputElement>(/^お名前/)
  const first = show('patient', <InviteRequestPage />)
  await first.user.clear(await name())
  await first.user.type(await name(), '美佐緒')
  first.unmount()
  const second = show('patient', <InviteRequestPage />)
  expect((await name()).value).toBe('美佐緒')
  history.replaceState(null, '', '/sign_in')
  second.unmount()
  history.replaceState(null, '', path)
  show('patient', <InviteRequestPage />)
  expect((await name()).value).toBe('')
})
