import { type ContractCharge, getMembership, type Membership as Reply } from '@sukoyaka/wire/care/membership'
import type { Contract } from '@sukoyaka/wire/people/contract'
import { listPaymentSources } from '@sukoyaka/wire/people/payment'
import { network, reply } from '../../test/network.ts'

export const at = '2026-11-01T00:00:00.000Z'
const service = { id: 1, name: 'membership_standard', name_ja: 'スタンダード会員', display_name: 'スタンダード会員', chat: true }
export const plan = { id: 1, name: 'standard_monthly', name_ja: 'スタンダード 月払い', display_name: 'スタンダード 月払い', price: 18_700, auto_update: true }
export const contract: Contract = {
  ...{ id: 7, user_id: 1, plan_id: 1, coupon_id: null, auto_update: true, next_payment_date: '2026-12-01', created_at: at, updated_at: at },
  ...{ started_at: '2026-04-30T15:00:00.000Z', ended_at: '2027-04-30T15:00:00.000Z' },
  plan: {
    ...plan,
    ...{ billing_cycle: 'monthly' as const, contract_period: 12, duration: 1 },
    service: { ...service, followup_checkup_count: 1, full_checkup_count: 1, interview_count: 4 },
  },
}
export const declined: ContractCharge = {
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
export const membership = (values: Partial<Reply> = {}): Reply => ({
  ...{ contract, next_contract: null, year: { from: '2026-05-01', until: '2027-04-30' }, charges: [] },
  quotas: [
    { part: 'full_checkup', allowed: 1, used: 1, booked: 0 },
    { part: 'followup_checkup', allowed: 0, used: 0, booked: 0 },
    { part: 'interview', allowed: 4, used: 1, booked: 1 },
  ],
  next_charge: { due_on: '2026-12-01', amount: 18_700, tax: 1_700, discount: 0, coupon_name: null },
  ...values,
})
export const card = { id: 5, type: 'card' as const, brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2029, created_at: at }
export const setUp = (values?: Partial<Reply>) => network.use(reply(getMembership, membership(values)), reply(listPaymentSources, { items: [card] }))
