import type { ContractCharge } from '@sukoyaka/wire/care/membership'
import { type Contract, listPlans } from '@sukoyaka/wire/people/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { ContractDialog } from './ContractDialog.tsx'
import { EndDialog } from './EndDialog.tsx'

setUpNetwork({ now: '2026-11-21T03:00:00Z' })

const at = '2026-11-01T00:00:00.000Z'
const contract: Contract = {
  ...{ id: 7, user_id: 2, plan_id: 1, coupon_id: null, auto_update: true, next_payment_date: null, created_at: at, updated_at: at },
  ...{ started_at: '2026-11-20T15:00:00.000Z', ended_at: null },
}
const membership = { contract, next_contract: null, year: null, charges: [], quotas: [], next_charge: null }

test.each([
  ['today', '2026-11-20T15:00:00.000Z', true],
  ['yesterday', '2026-11-19T15:00:00.000Z', false],
])('a contract that started %s can be replaced from the day after its start', async (_, started_at, isTooEarly) => {
  network.use(reply(listPlans, { items: [] }))
  const { user } = show('concierge', <ContractDialog user_id={2} changed={{ contract: { ...contract, started_at }, membership }} onClose={() => {}} />)
  const day = await screen.findByLabelText(/新しいプランの開始日/)
  await user.clear(day)
  await user.type(day, '2026-11-21')
  await user.tab()
  expect(day.getAttribute('aria-invalid') === 'true').toBe(isTooEarly)
})

test('on the day before a payment, the dialogs propose its day and list it once', async () => {
  network.use(reply(listPlans, { items: [] }))
  const charge: ContractCharge = {
    ...{ id: 9, contract_id: 7, due_on: '2026-11-22', period_until: '2026-12-22', is_renewal: false, amount: 18_700, discount: 0, tax: 1_700 },
    ...{ status: 'due', decline_reason: null, decline_text: null, next_try_on: '2026-11-22', ends_on: null, paid_at: null },
    ...{ refunded_amount: 0, duplicate_refunded_amount: 0, refunding_amount: 0, failed_refund_amount: 0 },
  }
  const paid = { ...contract, started_at: '2026-10-21T15:00:00.000Z', ended_at: '2027-10-21T15:00:00.000Z', next_payment_date: '2026-12-22' }
  const next_charge = { due_on: '2026-11-22', amount: 18_700, tax: 1_700, discount: 0, coupon_name: null }
  const changed = { contract: paid, membership: { ...membership, contract: paid, charges: [charge], next_charge } }
  const dialog = show('concierge', <ContractDialog user_id={2} changed={changed} onClose={() => {}} />)
  expect((await screen.findByLabelText<HTMLInputElement>(/新しいプランの開始日/)).value).toBe('2026.11.22')
  dialog.unmount()
  show('concierge', <EndDialog {...changed} onClose={() => {}} />)
  await screen.findByRole('dialog', { name: /契約を終える/ })
  expect(screen.getAllByText(/18,700/)).toHaveLength(1)
})
