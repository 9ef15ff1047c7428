import { getLineAccount, linkLineAccount, unlinkLineAccount } from '@sukoyaka/wire/people/line-account'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { LinePage } from './LinePage.tsx'

setUpNetwork()
const off = { channel_id: null, nonce: null, linked_at: null }
const open = { channel_id: '2000000001', nonce: 'own', linked_at: null }

test('if LINE is not set up, the page says so and has no button', async () => {
  network.use(reply(getLineAccount, off))
  show('patient', <LinePage />)
  await screen.findByText('現在、LINEとの連携はご利用いただけません')
  expect(screen.queryByRole('button')).toBeNull()
})

test('the code of a LINE login that this session started links the account; then the account can be unlinked', async () => {
  let state: typeof open | { channel_id: string; nonce: string; linked_at: string } = open
  network.use(
    reply(getLineAccount, () => state),
    reply(linkLineAccount, () => {
      state = { ...open, linked_at: '2026-11-20T00:00:00Z' }
      return state
    }),
    reply(unlinkLineAccount, () => {
      state = open
      return null
    }),
  )
  const { press } = show('patient', <LinePage />, { path: '/settings/line?code=abc&state=own' })
  await screen.findByText('2026.11.20から連携しています')
  screen.getByText('現在、LINEでお知らせをお送りすることや、LINEですこやかにログインすることには対応していません。')
  expect(sent(linkLineAccount)).toEqual([{ code: 'abc' }])
  await press('連携を解除する')
  const dialog = within(await screen.findByRole('dialog', { name: 'LINEとの連携の解除' }))
  dialog.getByText('LINEのアカウントとの連携を解除します。記録は変わりません。あとでもう一度連携できます。')
  dialog.getByRole('button', { name: '連携を解除する' }).click()
  await screen.findByRole('button', { name: 'LINEでログインして連携する' })
})

test('the code of a LINE login that another session started is not sent', async () => {
  network.use(reply(getLineAccount, open))
  show('patient', <LinePage />, { path: '/settings/line?code=abc&state=foreign' })
  await screen.findByText('LINEと連携できませんでした')
  expect(sent(linkLineAccount)).toEqual([])
})
