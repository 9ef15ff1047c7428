import { listCartItems } from '@sukoyaka/wire/people/cart'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { getProduct, listProducts } from '@sukoyaka/wire/people/product'
import { checkProducts, type ProductChecks, type ProductFinding } from '@sukoyaka/wire/people/product-check'
import * as recommendations from '@sukoyaka/wire/people/recommendation'
import { listTestPackages, listTestResults } from '@sukoyaka/wire/record/checkup'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { category, checkup, result } from '../../../test/data/checkup.ts'
import { paged } from '../../../test/data/paged.ts'
import { patient } from '../../../test/data/patient.ts'
import { person } from '../../../test/data/person.ts'
import { product, recommendation } from '../../../test/data/shop.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { RecommendationsCard } from './RecommendationsCard.tsx'
import { RecommendedProduct } from './RecommendedProduct.tsx'

setUpNetwork()
const fiber = product(14, '食物繊維')
const epa = product(12, 'EPA・DHA')
const spacing: ProductFinding = { kind: 'medicine', record_id: 3, level: 'spacing', effect: 'absorption', hours: 2, allergens: [] }
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
const measured = '2026-10-13T16:00:00Z'
const ldlCategory = category(1, 'ldl_cholesterol', 'LDLコレステロール')
const ldl = (id: number, value: number, test_package_id: number | null) => result(id, 1, value, measured, { test_package_id, category: ldlCategory })
const passedItem = (reason: string) => ({
  ...{ id: 3, patient_id: 1, product_id: 14, product: fiber, reason, created_at: measured, updated_at: measured },
  passed_by: person(7, '岡田', 'nutritionist'),
})
const keiko = patient(1, {
  care_people: [{ id: 9, user_id: 1, staff_id: 8, role: 'doctor', main: true, user: person(8, '中村') }],
  allergy_reactions: [
    {
      ...{ id: 5, user_id: 1, kind: 'medicine', is_occured: true, description: 'セフェム系' },
      ...{ confirmed_at: measured, confirmed_by: null, is_self_reported: true, updated_at: measured },
    },
  ],
})
const serve = (role: 'nutritionist' | 'doctor', items = [recommendation(1, epa, '魚をあまり食べないため')]) => {
  network.use(
    reply(listProducts, { items: [fiber, epa] }),
    reply(getProduct, ({ id }) => (id === fiber.id ? fiber : epa)),
    reply(checkProducts, checks),
    reply(listPatients, paged([keiko])),
    reply(listTestPackages, { items: [checkup(4, measured, { released_at: null })] }),
    reply(listTestResults, { items: [ldl(32, 170, 4), ldl(31, 162, null)] }),
    reply(recommendations.passProduct, ({ reason }) => passedItem(reason)),
    reply(recommendations.listPassedProducts, () => ({
      items: sent(recommendations.removePassedProduct).length ? [] : sent(recommendations.passProduct).map(({ reason }) => passedItem(reason)),
    })),
    reply(recommendations.changePassedProduct, ({ reason }) => passedItem(reason)),
    reply(recommendations.removePassedProduct, null),
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

test('the dialog shows the findings about the chosen product and sends which ones were seen; a product that needs a doctor is locked', async () => {
  const { user, press } = serve('nutritionist')
  await press('おすすめ商品を追加')
  const dialog = await screen.findByRole('dialog', { name: '商品をおすすめする' })
  await within(dialog).findByText((_, element) => element?.tagName === 'P' && element.textContent === '薬剤アレルギー：セフェム系')
  const locked = await within(dialog).findByRole<HTMLInputElement>('radio', { name: /EPA・DHA.*医師の確認が必要/ })
  expect(locked.disabled).toBe(true)
  // without findings, the names have the whole width
  expect(within(dialog).getByText('アムロジピン 5 mg').closest('li')!.children).toHaveLength(1)
  await press('おすすめする')
  await within(dialog).findByText('商品を選んでください。')
  await user.click(within(dialog).getByRole('radio', { name: /食物繊維.*注意 1件/ }))
  const medicine = within(dialog).getByText('アムロジピン 5 mg').closest('li')!
  expect(medicine.textContent).toContain('2時間あける')
  expect(within(dialog).getByText('セフェム系', { selector: 'li *' }).closest('li')!.textContent).toContain('商品とは照合しません')
  await user.type(within(dialog).getByLabelText(/理由/), '野菜が少ないため')
  const caution = within(dialog).getByLabelText<HTMLInputElement>(/薬・アレルギーの注意をカードに書く/)
  expect([caution.checked, caution.disabled]).toEqual([true, true])
  await user.type(within(dialog).getByLabelText('検査値を添える'), 'LDL')
  expect(await screen.findAllByRole('option')).toHaveLength(1)
  await user.click(screen.getByRole('option', { name: /LDLコレステロール 162/ }))
  const preview = within(dialog).getByRole('region', { name: /患者さんにはこう見えます/ })
  expect(preview.textContent).toContain('アムロジピン 5 mgから2時間あけて')
  expect(within(preview).getByRole('list', { name: '添えた検査値' }).textContent).toContain('162 mg/dL 2026.10.14')
  expect(within(dialog).getByLabelText<HTMLInputElement>(/主治医 中村.*に知らせる/).checked).toBe(true)
  await press('おすすめする')
  await screen.findByText('野菜が少ないため')
  expect(sent(recommendations.addRecommendation)).toEqual([
    {
      ...{ patient_id: 1, product_id: 14, reason: '野菜が少ないため', test_result_ids: [31], in_chat: true, notify_doctor: true },
      ...{ seen_findings: ['medicine:3:spacing'], seen_declined_at: null },
    },
  ])
})

test('a product that is not recommended this time is recorded with the reason, which staff can read, change and delete', async () => {
  const { user, press } = serve('nutritionist')
  await press('おすすめ商品を追加')
  await user.click(await screen.findByRole('radio', { name: /食物繊維/ }))
  await press('今回は見送る')
  const dialog = await screen.findByRole('dialog', { name: '今回は見送る' })
  await press('見送りを記録')
  await within(dialog).findByText('理由を入力してください。')
  await user.type(within(dialog).getByLabelText(/見送る理由/), '薬との間隔を取りにくい')
  await press('見送りを記録')
  await user.click(await screen.findByText('見送った商品 1件'))
  await screen.findByText('薬との間隔を取りにくい')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent(recommendations.passProduct)).toEqual([{ patient_id: 1, product_id: 14, reason: '薬との間隔を取りにくい' }])

  await press('食物繊維の見送りを編集')
  await user.type(await screen.findByLabelText(/見送る理由/), 'ため')
  await press('保存')
  await waitFor(() => expect(sent(recommendations.changePassedProduct)).toEqual([{ id: 3, reason: '薬との間隔を取りにくいため', updated_at: measured }]))
  await press('食物繊維の見送りを編集')
  await press('削除')
  await press('削除')
  await waitFor(() => expect(screen.queryByText('見送った商品 1件')).toBeNull())
})

test('a doctor may choose a product that is locked for others; if its findings have changed, an error says so and the text stays', async () => {
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

test('staff read what the patient wrote when declining; a decline after the dialog was opened is shown before the product is recommended again', async () => {
  const earlier = { declined_at: '2026-11-02T00:00:00.000Z', declined_words: '味が苦手です' }
  const declined = { declined_at: '2026-11-20T00:00:00.000Z', declined_words: '前に飲んで発疹が出ました' }
  const item = recommendation(3, fiber, '野菜が少ないため', { earlier_declines: [earlier] })
  const items = [item]
  const { user, press } = serve('nutritionist', items)
  network.use(
    reply(recommendations.addRecommendation, ({ seen_declined_at }) =>
      seen_declined_at === declined.declined_at ? item : failure(409, 'conflict', '変更されています。'),
    ),
  )
  await screen.findByText('以前のおすすめを患者さんが見送りました（2026.11.02）')
  await press('おすすめ商品を追加')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('radio', { name: /食物繊維/ }))
  await dialog.findByText('味が苦手です')
  await user.type(dialog.getByLabelText(/理由/), '検査値のため')
  items[0] = { ...item, ...declined }
  await press('おすすめする')
  await dialog.findByText('前に飲んで発疹が出ました')
  expect(screen.getByRole('alert').textContent).toContain('この商品を患者さんが見送りました。')
  await press('おすすめする')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(recommendations.addRecommendation).map((input) => input.seen_declined_at)).toEqual([earlier.declined_at, declined.declined_at])
})

test('a recommendation is withdrawn after a confirmation', async () => {
  const { press } = serve('nutritionist')
  await press('EPA・DHAのおすすめを編集')
  await press('取り下げる')
  await press('取り下げる')
  await screen.findByText('おすすめした商品はまだありません')
  expect(sent(recommendations.removeRecommendation)).toEqual([{ id: 1 }])
})

const allergy: ProductFinding = { kind: 'allergy', record_id: 6, level: 'allergen', effect: 'allergen', hours: null, allergens: ['soy', 'gelatin'] }

test('a patient reads the card in chat with the cautions; the card of a withdrawn recommendation says so', async () => {
  network.use(
    reply(listCartItems, { items: [] }),
    reply(recommendations.listRecommendations, {
      items: [
        recommendation(2, fiber, '野菜が少ないため', {
          findings: [
            { ...allergy, name: 'えび、大豆、ゼラチン' },
            { ...spacing, name: 'アムロジピン' },
          ],
        }),
      ],
    }),
  )
  const card = (id: number) => <RecommendedProduct recommendation_id={id} patient_id={1} viewer="patient" text="送ったときの理由" />
  const { rerender } = show('patient', card(2))
  await screen.findByText('アムロジピンから2時間あけてお使いください。お薬の吸収が遅れることがあります。')
  expect(screen.getByText('大豆、ゼラチンを含みます（記録のアレルギー：えび、大豆、ゼラチン）。')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'カートに入れる' })).toBeTruthy()
  rerender(card(9))
  await screen.findByText('このおすすめは取り下げられたか、商品の販売が終了しました。')
  expect(screen.getByText('送ったときの理由')).toBeTruthy()
})

test('a patient declines a recommendation with words, sees that it was declined, and undoes this', async () => {
  let declined: Partial<recommendations.Recommendation> = {}
  const item = () => recommendation(2, fiber, '野菜が少ないため', declined)
  network.use(
    reply(listCartItems, { items: [] }),
    reply(recommendations.listRecommendations, () => ({ items: [item()] })),
    reply(recommendations.declineRecommendation, ({ words }) => {
      declined = { declined_at: measured, declined_words: words }
      return item()
    }),
    reply(recommendations.undoDecline, () => {
      declined = {}
      return item()
    }),
  )
  const { user, press } = show('patient', <RecommendedProduct recommendation_id={2} patient_id={1} viewer="patient" text="" />)
  await press('今回は見送る')
  await user.type(await screen.findByLabelText(/ひとこと/), '家にあります')
  await press('見送る')
  await screen.findByText('今回は見送りました（2026.10.14）')
  expect(screen.getByText('家にあります')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'カートに入れる' })).toBeNull()
  await press('見送りを取り消す')
  await screen.findByRole('button', { name: 'カートに入れる' })
  expect(sent(recommendations.declineRecommendation)).toEqual([{ id: 2, words: '家にあります', updated_at: item().updated_at }])
})

test('a recommendation that changes while the patient declines it is declined only after the new reason was shown', async () => {
  let item = recommendation(2, fiber, '野菜が少ないため')
  const { updated_at } = item
  network.use(
    reply(listCartItems, { items: [] }),
    reply(recommendations.listRecommendations, () => ({ items: [item] })),
    reply(recommendations.declineRecommendation, (input) => {
      if (input.updated_at !== item.updated_at) return failure(409, 'conflict', '変更されています。')
      item = { ...item, declined_at: measured, declined_words: input.words }
      return item
    }),
  )
  const { press } = show('patient', <RecommendedProduct recommendation_id={2} patient_id={1} viewer="patient" text="" />)
  await press('今回は見送る')
  const dialog = within(await screen.findByRole('dialog'))
  item = { ...item, reason: '便の検査のあとなので', updated_at: '2026-11-20T00:00:00.000Z' }
  await press('見送る')
  await dialog.findByText('便の検査のあとなので')
  expect(screen.getByRole('alert').textContent).toContain('おすすめの理由が新しくなりました。')
  expect(item.declined_at).toBeNull()
  await press('見送る')
  await screen.findByText('今回は見送りました（2026.10.14）')
  expect(sent(recommendations.declineRecommendation).map((input) => input.updated_at)).toEqual([updated_at, '2026-11-20T00:00:00.000Z'])
})
