import { listCartItems } from '@sukoyaka/wire/people/cart'
import { listProducts } from '@sukoyaka/wire/people/product'
import { checkProducts, type ProductChecks } from '@sukoyaka/wire/people/product-check'
import * as recommendations from '@sukoyaka/wire/people/recommendation'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { product, recommendation } from '../../../test/data/shop.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { RecommendationsCard } from './RecommendationsCard.tsx'
import { RecommendedProduct } from './RecommendedProduct.tsx'

setUpNetwork()
const fiber = product(14, '食物繊維')
const epa = product(12, 'EPA・DHA')
const spacing = { kind: 'medicine', record_id: 3, level: 'spacing', effect: 'absorption', hours: 2 } as const
const checks: ProductChecks = {
  records: [
    { kind: 'allergy', record_id: 5, name: 'セフェム系', detail: 'medicine' },
    { kind: 'medicine', record_id: 3, name: 'アムロジピン 5 mg', detail: '1錠' },
  ],
  items: [
    { product_id: 14, is_known: true, needs_doctor: false, findings: [spacing] },
    { product_id: 12, is_known: true, needs_doctor: true, findings: [{ ...spacing, level: 'doctor', effect: 'bleeding', hours: null }] },
  ],
}
const serve = (role: 'nutritionist' | 'doctor') => {
  const items = [recommendation(1, epa, '魚をあまり食べないため')]
  network.use(
    reply(listProducts, { items: [fiber, epa] }),
    reply(checkProducts, checks),
    reply(recommendations.listRecommendations, () => ({ items: [...items] })),
    reply(recommendations.addRecommendation, ({ reason }) => {
      items.unshift(recommendation(2, fiber, reason))
      return items[0]!
    }),
    reply(recommendations.removeRecommendation, () => {
      items.pop()
      return null
    }),
  )
  return show(role, <RecommendationsCard user_id={1} />)
}

test('what the product touches is shown while recommending; one that needs a doctor is locked, and the seen findings are sent', async () => {
  const { user, press } = serve('nutritionist')
  await press('おすすめ商品を追加')
  const dialog = await screen.findByRole('dialog', { name: '商品をおすすめする' })
  await within(dialog).findByText('薬剤アレルギー：セフェム系')
  const locked = await within(dialog).findByRole<HTMLInputElement>('radio', { name: /EPA・DHA.*医師の確認が必要/ })
  expect(locked.disabled).toBe(true)
  await press('おすすめする')
  await within(dialog).findByText('商品を選んでください。')
  await user.click(within(dialog).getByRole('radio', { name: /食物繊維.*注意 1件/ }))
  const medicine = within(dialog).getByText('アムロジピン 5 mg').closest('li')!
  expect(medicine.textContent).toContain('2時間あける')
  expect(within(dialog).getByText('セフェム系').closest('li')!.textContent).toContain('該当なし')
  await user.type(within(dialog).getByLabelText(/理由/), '野菜が少ないため')
  await press('おすすめする')
  await screen.findByText('野菜が少ないため')
  expect(sent(recommendations.addRecommendation)).toEqual([
    { patient_id: 1, product_id: 14, reason: '野菜が少ないため', in_chat: true, seen_findings: ['medicine:3:spacing'] },
  ])
})

test('a doctor may choose a locked product; findings that are new on sending are said, and the text stays', async () => {
  const { user, press } = serve('doctor')
  network.use(reply(recommendations.addRecommendation, () => failure(409, 'findings_changed', '薬またはアレルギーの記録が変わりました。')))
  await press('おすすめ商品を追加')
  await user.click(await screen.findByRole('radio', { name: /EPA・DHA/ }))
  await user.type(screen.getByLabelText(/理由/), '検査値のため')
  await press('おすすめする')
  await screen.findByText(/薬またはアレルギーの記録が変わりました。/)
  await waitFor(() => expect(sent(checkProducts)).toHaveLength(2))
  expect(screen.getByLabelText<HTMLTextAreaElement>(/理由/).value).toBe('検査値のため')
})

test('a recommendation is withdrawn after a question', async () => {
  const { press } = serve('nutritionist')
  await press('EPA・DHAのおすすめを編集')
  await press('取り下げる')
  await press('取り下げる')
  await screen.findByText('おすすめした商品はまだありません')
  expect(sent(recommendations.removeRecommendation)).toEqual([{ id: 1 }])
})

test('a patient reads the card in chat with the caution; a withdrawn one says so', async () => {
  network.use(
    reply(listCartItems, { items: [] }),
    reply(recommendations.listRecommendations, { items: [recommendation(2, fiber, '野菜が少ないため', { findings: [{ ...spacing, name: 'アムロジピン' }] })] }),
  )
  const card = (id: number) => <RecommendedProduct recommendation_id={id} patient_id={1} viewer="patient" text="送ったときの理由" />
  const { rerender } = show('patient', card(2))
  await screen.findByText('アムロジピンから2時間あけてお使いください。お薬の吸収が遅れることがあります。')
  expect(screen.getByRole('button', { name: 'カートに入れる' })).toBeTruthy()
  rerender(card(9))
  await screen.findByText('このおすすめは取り下げられたか、商品の販売が終了しました。')
  expect(screen.getByText('送ったときの理由')).toBeTruthy()
})
