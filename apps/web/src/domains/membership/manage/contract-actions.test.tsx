import { type ContractCharge, checkContractCoupon, endContract, startContract, switchContract } from '@sukoyaka/wire/care/membership'
import type { Coupon } from '@sukoyaka/wire/people/cart'
import { listPlans } from '@sukoyaka/wire/people/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { Membership } from '../Membership.tsx'
import { at, contract, declined, membership, setUp } from '../test-data.ts'

setUpNetwork()

const yearly = { ...contract.plan!, id: 2, display_name: 'プレミアム 年払い', price: 396_000, billing_cycle: 'yearly' as const, duration: 12 }
const welcome = { id: 4, name: 'welcome_500', display_name: 'はじめての方 500円引き' } as Coupon

test('a concierge changes the plan with a coupon: the dialog shows what starts and what ends, and the error of an overlapping contract', async () => {
  const paid: ContractCharge = { ...declined, status: 'paid', decline_reason: null, period_until: '2099-12-01' }
  setUp({ contract: { ...contract, ended_at: null }, charges: [paid] })
  network.use(
    reply(listPlans, { items: [contract.plan!, yearly] }),
    reply(checkContractCoupon, ({ coupon_code }) =>
      coupon_code === 'welcome_500'
        ? { coupon: welcome, subtotal: 396_000, discount: 500, total: 395_500, tax: 35_954 }
        : failure(422, 'coupon_unknown', 'このクーポンコードは見つかりません。'),
    ),
    reply(switchContract, () => failure(422, 'contract_overlaps', 'この期間には、すでにほかの契約があります。', { started_on: ['選べません'] })),
  )
  const { press, user } = show('concierge', <Membership user_id={2} />)
  await press('プランを変更する')
  const dialog = within(await screen.findByRole('dialog', { name: /プランを変更する/ }))
  await user.selectOptions(await dialog.findByLabelText(/^プラン/), '2')
  const day = dialog.getByLabelText(/新しいプランの開始日/)
  await user.clear(day)
  await user.type(day, '2099-11-15')
  await user.tab()
  await user.type(dialog.getByLabelText(/クーポンコード/), 'welcom')
  await dialog.findByText('このクーポンコードは見つかりません。')
  await user.type(dialog.getByLabelText(/クーポンコード/), 'e_500')
  await dialog.findByText('はじめての方 500円引き：最初のお支払いから¥500引きます')
  expect(dialog.getByText('最初のお支払いは2099.11.15に¥395,500です。')).toBeTruthy()
  expect(dialog.getByText('お支払い済みの¥18,700（2026.11.01–2099.11.30分）は返金されません。')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'プランを変更する' }))
  await dialog.findByText(/この期間には、すでにほかの契約があります。/)
  expect(sent(switchContract)).toEqual([
    { id: 7, plan_id: 2, started_on: '2099-11-15', auto_update: true, is_by_card: true, coupon_code: 'welcome_500', updated_at: at },
  ])
})

test('the form of a new contract shows which payments follow the first; the toast names a start day in the future', async () => {
  setUp({ contract: null, next_charge: null })
  const month = { ...contract.plan!, contract_period: 1 }
  const twoYears = { ...yearly, contract_period: 24, auto_update: false }
  network.use(reply(listPlans, { items: [month, twoYears] }), reply(startContract, contract))
  const { press, user } = show('concierge', <Membership user_id={2} />)
  await press('契約を始める')
  const dialog = within(await screen.findByRole('dialog', { name: /契約を始める/ }))
  const renews = () => dialog.getByLabelText<HTMLInputElement>('期間が終わったら自動で更新する').checked
  await user.selectOptions(await dialog.findByLabelText(/^プラン/), '2')
  expect(dialog.getByText('その後は1年ごとに¥396,000を請求します。')).toBeTruthy()
  // the choice of the plan
  expect(renews()).toBe(false)
  await user.selectOptions(dialog.getByLabelText(/^プラン/), '1')
  expect(dialog.getByText('その後は毎月¥18,700を請求します。')).toBeTruthy()
  await user.click(dialog.getByLabelText('期間が終わったら自動で更新する'))
  expect(dialog.queryByText(/その後は毎月/)).toBeNull()
  // the choice of the staff stays
  await user.selectOptions(dialog.getByLabelText(/^プラン/), '2')
  await user.selectOptions(dialog.getByLabelText(/^プラン/), '1')
  expect(renews()).toBe(false)
  await user.selectOptions(dialog.getByLabelText(/^プラン/), '2')
  const day = dialog.getByLabelText(/開始日/)
  await user.clear(day)
  await user.type(day, '2099-11-15')
  await user.tab()
  await user.click(dialog.getByRole('button', { name: '契約を始める' }))
  await screen.findByText('契約を登録しました。2099.11.15に始まります')
})

test.each([
  [
    'a month after it has ended',
    '2099-06-01',
    '2099.04.30まで、これまでどおり利用できます。翌日からはチャットなどが使えなくなります。記録はその後も見られます。',
  ],
  ['on the day after its last day', '2099-05-01', '2099.04.30で終わり、翌日から新しいプランに変わります。'],
  ['on its first day', '2098-05-01', 'スタンダード 月払い（2098.05.01から）の契約は始まりません。クーポンを選んでいた場合は、また使えるようになります。'],
])('shows what happens to the contract if another plan starts %s', async (_, started_on, fact) => {
  setUp({ contract: { ...contract, started_at: '2098-04-30T15:00:00.000Z', ended_at: '2099-04-30T15:00:00.000Z', next_payment_date: null } })
  network.use(reply(listPlans, { items: [yearly] }))
  const { press, user } = show('concierge', <Membership user_id={2} />)
  await press('プランを変更する')
  const dialog = within(await screen.findByRole('dialog', { name: /プランを変更する/ }))
  await user.selectOptions(await dialog.findByLabelText(/^プラン/), '2')
  const day = dialog.getByLabelText(/新しいプランの開始日/)
  await user.clear(day)
  await user.type(day, started_on)
  await user.tab()
  expect(await dialog.findByText(fact)).toBeTruthy()
})

test('the dialog that ends a contract shows which charges stay due and which are dropped', async () => {
  setUp({
    contract: { ...contract, ended_at: null, next_payment_date: '2099-12-01' },
    charges: [declined],
    next_charge: { ...membership().next_charge!, due_on: '2099-12-01' },
  })
  network.use(reply(endContract, contract))
  const { press, user } = show('admin', <Membership user_id={2} />)
  await press('契約を終える')
  const dialog = within(await screen.findByRole('dialog', { name: /契約を終える/ }))
  const day = await dialog.findByLabelText(/最後の日/)
  await user.clear(day)
  await user.type(day, '2099-11-30')
  await user.tab()
  await dialog.findByText('2026.11.01の請求（¥18,700、未払い）は引き続き請求します。')
  expect(dialog.getByText('2099.12.01のお支払い（¥18,700）は請求しません。')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '契約を終える' }))
  await screen.findByText('契約の終了を登録しました')
  expect(sent(endContract)).toEqual([{ id: 7, last_on: '2099-11-30', updated_at: at }])
})
