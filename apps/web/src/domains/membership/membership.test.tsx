import {
  type ContractCharge,
  changeRenewal,
  checkContractCoupon,
  endContract,
  getMembership,
  payCharge,
  type Membership as Reply,
  startContract,
  switchContract,
} from '@sukoyaka/wire/care/membership'
import type { Coupon } from '@sukoyaka/wire/people/cart'
import { type Contract, listPlans } from '@sukoyaka/wire/people/contract'
import { authenticateInSandbox, type ClientSecret, listPaymentSources, type Payment, refreshPayment } from '@sukoyaka/wire/people/payment'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { Membership } from './Membership.tsx'

setUpNetwork()

const at = '2026-11-01T00:00:00.000Z'
const service = { id: 1, name: 'membership_standard', name_ja: 'スタンダード会員', display_name: 'スタンダード会員', chat: true }
const plan = { id: 1, name: 'standard_monthly', name_ja: 'スタンダード 月払い', display_name: 'スタンダード 月払い', price: 18_700, auto_update: true }
const contract: Contract = {
  ...{ id: 7, user_id: 1, plan_id: 1, coupon_id: null, auto_update: true, next_payment_date: '2026-12-01', created_at: at, updated_at: at },
  ...{ started_at: '2026-04-30T15:00:00.000Z', ended_at: '2027-04-30T15:00:00.000Z' },
  plan: {
    ...plan,
    ...{ billing_cycle: 'monthly' as const, contract_period: 12, duration: 1 },
    service: { ...service, followup_checkup_count: 1, full_checkup_count: 1, interview_count: 4 },
  },
}
const declined: ContractCharge = {
  ...{
    id: 3,
    contract_id: 7,
    due_on: '2026-11-01',
    period_until: '2026-12-01',
    is_renewal: false,
    discount: 0,
    amount: 18_700,
    tax: 1_700,
    status: 'due',
    decline_reason: 'declined',
  },
  ...{ decline_text: '別のカードをお使いください。', next_try_on: '2026-11-25', ends_on: '2026-12-05', paid_at: null },
  ...{ refunded_amount: 0, duplicate_refunded_amount: 0, refunding_amount: 0, failed_refund_amount: 0 },
}
const membership = (values: Partial<Reply> = {}): Reply => ({
  ...{ contract, next_contract: null, year: { from: '2026-05-01', until: '2027-04-30' }, charges: [] },
  quotas: [
    { part: 'full_checkup', allowed: 1, used: 1, booked: 0 },
    { part: 'followup_checkup', allowed: 0, used: 0, booked: 0 },
    { part: 'interview', allowed: 4, used: 1, booked: 1 },
  ],
  next_charge: { due_on: '2026-12-01', amount: 18_700, tax: 1_700, discount: 0, coupon_name: null },
  ...values,
})
const card = { id: 5, type: 'card' as const, brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2029, created_at: at }
const secret: ClientSecret = { provider: 'sandbox', publishable_key: '', client_secret: 'pi_1_secret_2' }
const setUp = (values?: Partial<Reply>) => network.use(reply(getMembership, membership(values)), reply(listPaymentSources, { items: [card] }))

test('shows plan, quotas and the next payment', async () => {
  setUp()
  show('patient', <Membership user_id={1} />)
  expect(await screen.findByText('2027.05.01に自動で更新されます')).toBeTruthy()
  expect(screen.getByText('残り2回。ほかに1回を予約済みです')).toBeTruthy()
  const payments = screen.getByRole('region', { name: 'お支払い' })
  expect(within(payments).getByText('¥18,700')).toBeTruthy()
  expect(await within(payments).findByText(/末尾4242/)).toBeTruthy()
})

test('a contract that is replaced before its contract year ends does not renew, and its quotas can be used until its last day', async () => {
  const ended_at = '2027-02-28T15:00:00.000Z'
  setUp({ contract: { ...contract, ended_at }, next_contract: { ...contract, id: 8, started_at: ended_at, ended_at: null } })
  show('patient', <Membership user_id={1} />)
  expect(await screen.findByText('残りの回数は、2027.02.28まで使えます。')).toBeTruthy()
  expect(screen.getByText('2027.02.28に終了します（自動更新なし）')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '自動更新をやめる' })).toBeNull()
})

test('a contract renews if the next contract starts only after the renewed period', async () => {
  setUp({ next_contract: { ...contract, id: 8, started_at: '2027-05-31T15:00:00.000Z', ended_at: null } })
  show('patient', <Membership user_id={1} />)
  expect(await screen.findByText('2027.05.01に自動で更新されます')).toBeTruthy()
  expect(screen.getByRole('button', { name: '自動更新をやめる' })).toBeTruthy()
})

test('shows the next steps for an unpaid contract, does not let the patient stop its renewal, and shows why a payment failed', async () => {
  const payment = { id: 9, status: 'failed', decline_text: 'カード会社が承認しませんでした。' } as Payment
  setUp({ charges: [declined] })
  network.use(reply(payCharge, { payment, confirmation: null }))
  const { press } = show('patient', <Membership user_id={1} />)
  expect(await screen.findByText('11月分のお支払いが終わっていません')).toBeTruthy()
  expect(screen.getByText('2026.12.05')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '自動更新をやめる' })).toBeNull()
  await press('登録したカードで支払う')
  expect(await screen.findByText('カード会社が承認しませんでした。')).toBeTruthy()
})

test('a patient without a contract, who cannot write in the chat, is asked to call', async () => {
  setUp({ contract: null, year: null, quotas: [], next_charge: null })
  show('patient', <Membership user_id={1} />)
  expect(await screen.findByText('ご契約についてのご相談は、施設にお電話ください。')).toBeTruthy()
})

test('a charge that failed for lack of a card does not repeat that reason, with or without a card saved since', async () => {
  const noCard = '保存したカードがありません。カードを登録してください。'
  setUp({ charges: [{ ...declined, decline_reason: 'no_card', decline_text: noCard }] })
  const { unmount } = show('patient', <Membership user_id={1} />)
  expect(await screen.findByText('¥18,700を引き落とせませんでした（現在の登録カード：末尾4242）。')).toBeTruthy()
  unmount()
  network.use(reply(listPaymentSources, { items: [] }))
  show('patient', <Membership user_id={1} />)
  expect(await screen.findByText('¥18,700を引き落とすカードが登録されていません。')).toBeTruthy()
})

test('each charge shows the amount that was refunded or is being refunded', async () => {
  const dropped: ContractCharge = { ...declined, status: 'skipped', decline_reason: null, next_try_on: null, ends_on: null }
  setUp({
    charges: [
      { ...dropped, id: 8, refunded_amount: 18_700 },
      { ...dropped, id: 7, due_on: '2026-10-01' },
      { ...dropped, id: 6, due_on: '2026-09-01', refunding_amount: 18_700 },
      { ...dropped, id: 5, due_on: '2026-08-01', status: 'paid', duplicate_refunded_amount: 18_700 },
    ],
  })
  show('patient', <Membership user_id={1} />)
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(rows.find((text) => text?.startsWith('2026.11.01'))).toBe('2026.11.01¥18,700¥18,700を返金しました返金済み')
  expect(rows.find((text) => text?.startsWith('2026.10.01'))).toBe('2026.10.01¥18,700請求なし')
  expect(rows.find((text) => text?.startsWith('2026.09.01'))).toBe('2026.09.01¥18,700¥18,700を返金する手続きをしています返金手続き中')
  expect(rows.find((text) => text?.startsWith('2026.08.01'))).toBe('2026.08.01¥18,700重複したお支払い¥18,700を返金しました領収書')
})

test('staff, but not the patient, see that the refund of a charge failed', async () => {
  setUp({ charges: [{ ...declined, status: 'skipped', decline_reason: null, failed_refund_amount: 18_700 }] })
  const { unmount } = show('patient', <Membership user_id={1} />)
  await screen.findByText('請求なし')
  expect(screen.queryByText('¥18,700の返金ができませんでした')).toBeNull()
  unmount()
  show('admin', <Membership user_id={2} />)
  await screen.findByText('¥18,700の返金ができませんでした')
})

test('a free charge counts as paid without a payment', async () => {
  setUp({ charges: [{ ...declined, amount: 0 }] })
  network.use(reply(payCharge, { payment: null, confirmation: null }))
  const { press } = show('patient', <Membership user_id={1} />)
  await press('登録したカードで支払う')
  expect(await screen.findByText('お支払いが完了しました')).toBeTruthy()
})

test('3-D Secure opens in a dialog; a patient who closes it can continue the payment', async () => {
  let charge = declined
  network.use(
    reply(getMembership, () => membership({ charges: [charge] })),
    reply(listPaymentSources, { items: [card] }),
    reply(payCharge, () => {
      charge = { ...declined, status: 'paying' }
      const payment = { id: 9, status: 'requires_action', amount: 18_700 } as Payment
      return { payment, confirmation: secret }
    }),
    reply(authenticateInSandbox, { status: 'succeeded', decline_reason: null }),
    reply(refreshPayment, () => {
      charge = { ...declined, status: 'paid', decline_reason: null }
      return { id: 9, status: 'succeeded' } as Payment
    }),
  )
  const { press } = show('patient', <Membership user_id={1} />)
  await press('登録したカードで支払う')
  await screen.findByRole('dialog', { name: 'カード会社の本人認証（3Dセキュア）' })
  await press('閉じる')
  await press('支払いを続ける')
  await press('認証する')
  expect(await screen.findByText('お支払いが完了しました')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('11月分のお支払いが終わっていません')).toBeNull())
  expect(sent(authenticateInSandbox)).toEqual([{ client_secret: 'pi_1_secret_2', is_approved: true }])
})

test('stopping the renewal needs a confirmation; a conflict is shown', async () => {
  setUp()
  network.use(reply(changeRenewal, () => failure(409, 'conflict', 'ほかの方が先に変更しました。')))
  const { press, user } = show('patient', <Membership user_id={1} />)
  await screen.findByText('2027.05.01に自動で更新されます')
  await press('自動更新をやめる')
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: '自動更新をやめる' }))
  expect(await screen.findByText('ほかの方が先に変更しました。')).toBeTruthy()
  expect(sent(changeRenewal).length).toBe(1)
})

test('staff without access to payments see the quotas, but neither payments nor the button that stops the renewal', async () => {
  setUp()
  show('doctor', <Membership user_id={2} />)
  await screen.findByText('ご利用の状況')
  expect(screen.queryByText('お支払い')).toBeNull()
  expect(screen.queryByRole('button', { name: '自動更新をやめる' })).toBeNull()
})

test('staff see texts about an unpaid contract that are about the patient, not addressed to the patient', async () => {
  let charge = declined
  network.use(
    reply(getMembership, () => membership({ charges: [charge] })),
    reply(listPaymentSources, { items: [card] }),
  )
  const first = show('concierge', <Membership user_id={2} />)
  await screen.findByText('それまでは、患者さんはこれまでどおりサービスを利用できます。')
  first.unmount()
  charge = { ...declined, status: 'paying' }
  show('concierge', <Membership user_id={2} />)
  await screen.findByText(/カード会社の本人認証がまだ終わっていない可能性があります。/)
})

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
  const twoYears = { ...yearly, contract_period: 24 }
  network.use(reply(listPlans, { items: [month, twoYears] }), reply(startContract, contract))
  const { press, user } = show('concierge', <Membership user_id={2} />)
  await press('契約を始める')
  const dialog = within(await screen.findByRole('dialog', { name: /契約を始める/ }))
  await user.selectOptions(await dialog.findByLabelText(/^プラン/), '1')
  expect(dialog.getByText('その後は毎月¥18,700を請求します。')).toBeTruthy()
  await user.click(dialog.getByLabelText('期間が終わったら自動で更新する'))
  expect(dialog.queryByText(/その後は毎月/)).toBeNull()
  await user.selectOptions(dialog.getByLabelText(/^プラン/), '2')
  expect(dialog.getByText('その後は1年ごとに¥396,000を請求します。')).toBeTruthy()
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
