import { type ContractCharge, changeRenewal, getMembership, payCharge, retryChargeRefund } from '@sukoyaka/wire/care/membership'
import { authenticateInSandbox, type ClientSecret, listPaymentSources, type Payment, refreshPayment } from '@sukoyaka/wire/people/payment'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { Membership } from './Membership.tsx'
import { card, contract, declined, membership, setUp } from './test-data.ts'

setUpNetwork()

const secret: ClientSecret = { provider: 'sandbox', publishable_key: '', client_secret: 'pi_1_secret_2' }

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

test('a yearly contract of another term is replaced by one that starts within the year that its renewal would pay for', async () => {
  const yearly = { ...contract, next_payment_date: '2027-05-01', plan: { ...contract.plan!, billing_cycle: 'yearly' as const, duration: 6 } }
  setUp({ contract: yearly, next_contract: { ...contract, id: 8, started_at: '2027-12-31T15:00:00.000Z', ended_at: null } })
  show('patient', <Membership user_id={1} />)
  expect(await screen.findByText('2027.04.30に終了します（自動更新なし）')).toBeTruthy()
})

test('shows the next steps for an unpaid contract, does not let the patient stop its renewal, and shows why a payment failed', async () => {
  const payment = { id: 9, status: 'failed', decline_text: 'カード会社が承認しませんでした。' } as Payment
  setUp({ charges: [declined] })
  network.use(reply(payCharge, { payment, confirmation: null }))
  const { press } = show('patient', <Membership user_id={1} />)
  expect(await screen.findByText('2026.11.01のお支払いが終わっていません')).toBeTruthy()
  expect(screen.getByText('2026.12.05')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '自動更新をやめる' })).toBeNull()
  await press('登録したカードで支払う')
  expect(await screen.findByText('カード会社が承認しませんでした。')).toBeTruthy()
})

test('a contract whose newest charge stayed unpaid does not resume', async () => {
  const stopped = { ...contract, auto_update: false }
  const unpaid: ContractCharge = { ...declined, status: 'unpaid', next_try_on: null, ends_on: null }
  setUp({ contract: stopped, charges: [unpaid] })
  const { unmount } = show('patient', <Membership user_id={1} />)
  await screen.findByText('未払いで終了')
  expect(screen.queryByRole('button', { name: '自動更新を再開する' })).toBeNull()
  unmount()
  setUp({ contract: stopped, charges: [{ ...unpaid, id: 4, due_on: '2026-12-01', status: 'paid' }, unpaid] })
  show('patient', <Membership user_id={1} />)
  expect(await screen.findByRole('button', { name: '自動更新を再開する' })).toBeTruthy()
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

test('staff see the disputes of a charge, each with what to do now', async () => {
  const disputes = [
    { id: 2, status: 'needs_response', amount: 8_700, due_at: '2026-11-30T15:00:00Z' },
    { id: 1, status: 'lost', amount: 10_000, due_at: null },
  ] satisfies ContractCharge['disputes']
  setUp({ charges: [{ ...declined, status: 'paid', decline_reason: null, disputes }] })
  show('concierge', <Membership user_id={2} />)
  const list = await screen.findByRole('list', { name: '異議申立て（チャージバック）' })
  const [open, lost] = within(list).getAllByRole('listitem')
  expect(open!.textContent).toMatch(/¥8,700の異議申立て.*2026\.12\.01 00:00までに、Stripeの管理画面で証拠を提出/)
  expect(lost!.textContent).toContain('¥10,000がカードに戻されました')
})

test('an administrator, but no concierge, can repeat a refund that failed', async () => {
  setUp({ charges: [{ ...declined, status: 'paid', decline_reason: null, failed_refund_amount: 18_700 }] })
  network.use(reply(retryChargeRefund, null))
  const { unmount } = show('concierge', <Membership user_id={2} />)
  await screen.findByText('¥18,700の返金ができませんでした')
  expect(screen.queryByRole('button', { name: /もう一度返金する/ })).toBeNull()
  unmount()
  const { press, user } = show('admin', <Membership user_id={2} />)
  await press('2026.11.01のお支払いをもう一度返金する')
  const dialog = await screen.findByRole('dialog')
  expect(sent(retryChargeRefund)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'もう一度返金する' }))
  await screen.findByText('返金の手続きを始めました')
  expect(sent(retryChargeRefund)).toEqual([{ id: 3 }])
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
  await waitFor(() => expect(screen.queryByText('2026.11.01のお支払いが終わっていません')).toBeNull())
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
