import { getSeller } from '@sukoyaka/wire/people/seller'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { SellerPage } from './SellerPage.tsx'

setUpNetwork()
const seller = {
  name: '株式会社すこやか',
  representative: null,
  address: '東京都港区',
  phone_number: '09012345678',
  email: null,
  registration_number: 'T1234567890123',
}
/** The text below a heading. */
const textBelow = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent

test('shows the known facts about the seller, says that the others are disclosed on request, and states the terms', async () => {
  network.use(reply(getSeller, seller))
  show('patient', <SellerPage />)
  expect(await textBelow('販売業者')).toBe('株式会社すこやか')
  expect(await textBelow('電話番号')).toBe('090-1234-5678')
  for (const label of ['運営責任者', 'メールアドレス']) expect(await textBelow(label)).toContain('請求')
  expect(await textBelow('適格請求書発行事業者の登録番号')).toBe('T1234567890123')
  expect(await textBelow('商品の引き渡し時期')).toContain('日時指定')
})

test('without a registration number there is no line for it; a failure can be retried', async () => {
  let isDown = true
  network.use(reply(getSeller, () => (isDown ? failure(500, 'internal', '失敗しました。') : { ...seller, registration_number: null })))
  const { press } = show('patient', <SellerPage />)
  await screen.findByText('表記を読み込めませんでした')
  isDown = false
  await press('もう一度読み込む')
  await screen.findByText('株式会社すこやか')
  expect(screen.queryByText('適格請求書発行事業者の登録番号')).toBeNull()
})
