import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Line, Nothing, Nullable, OneOf } from '../endpoint.ts'
import { Coupon } from '../people/cart.ts'
import { Contract } from '../people/contract.ts'
import { ClientSecret, Dispute, declineReasons, Payment } from '../people/payment.ts'

/**
 * `due`: waits for its next try, or after the last one for the patient until the contract ends. `paying`: a payment is under way; Stripe has not confirmed it,
 * or the patient has yet to authenticate at the bank. `unpaid`: not paid until the contract ended for it. `skipped`: not charged, because its period had passed or the contract no longer owes it.
 */
export const chargeStatuses = ['due', 'paying', 'paid', 'unpaid', 'skipped'] as const

export type ContractCharge = Static<typeof ContractCharge>
/** What a contract costs for one period. Whole yen including tax; days in Tokyo. */
export const ContractCharge = Type.Object({
  id: Id,
  contract_id: Id,
  due_on: Day,
  /** The day after the last day of the period. */
  period_until: Day,
  /** Paying it renews the contract. */
  is_renewal: Type.Boolean(),
  /** After the discount. */
  amount: Type.Integer(),
  /** Discount of the contract’s coupon. */
  discount: Type.Integer(),
  /** The tax in `amount`. */
  tax: Type.Integer(),
  status: OneOf(chargeStatuses),
  decline_reason: Nullable(OneOf(declineReasons)),
  /** `decline_reason` in the request’s language, and what to do about it. */
  decline_text: Nullable(Type.String()),
  /** When the saved card is charged next; null if it is not. */
  next_try_on: Nullable(Day),
  /** If a declined charge stays unpaid, the contract ends at the start of this day; null for other charges. */
  ends_on: Nullable(Day),
  paid_at: Nullable(Instant),
  /** Refunds of the payment that paid the charge; if no payment paid it, of all its payments, for example one that succeeded too late. */
  refunded_amount: Type.Integer(),
  /** Refunds of the other payments of a paid charge. */
  duplicate_refunded_amount: Type.Integer(),
  /** Refunds that Stripe has not completed yet, of all payments of the charge. */
  refunding_amount: Type.Integer(),
  /** Amount of refunds that failed and that no later refund of the same payment has made up for. */
  failed_refund_amount: Type.Integer(),
  /** Disputes of its payments, newest first. Patients do not get them. */
  disputes: Type.Optional(Type.Array(Dispute)),
})

export const quotaParts = ['full_checkup', 'followup_checkup', 'interview'] as const
export type Quota = Static<typeof Quota>
/** `used` has taken place, `booked` is still to come; the rest of `allowed` is left. */
export const Quota = Type.Object({ part: OneOf(quotaParts), allowed: Type.Integer(), used: Type.Integer(), booked: Type.Integer() })

export type Membership = Static<typeof Membership>
/** A contract to be renewed ends on the day of the payment that renews it, until the card is charged. */
export const Membership = Type.Object({
  contract: Nullable(Contract),
  next_contract: Nullable(Contract),
  /** Both days inclusive: the contract year that the quotas are for. */
  year: Nullable(Type.Object({ from: Day, until: Day })),
  quotas: Type.Array(Quota),
  /** The next payment with the saved card. */
  next_charge: Nullable(
    Type.Object({
      due_on: Day,
      /** After the discount. */
      amount: Type.Integer(),
      tax: Type.Integer(),
      discount: Type.Integer(),
      /** Name of the coupon that reduces it. */
      coupon_name: Nullable(Type.String()),
    }),
  ),
  /** Newest first, at most 24. */
  charges: Type.Array(ContractCharge),
})

export const getMembership = endpoint({
  method: 'GET',
  path: '/api/memberships/:user_id',
  permission: 'patient.read',
  summary: 'Read a patient’s contract with its quotas and payments',
  description: 'Without the permission `payments.read` there are no charges and no next charge.',
  params: InputObject({ user_id: Id }),
  reply: Membership,
  example: { params: { user_id: 1 } },
})

export const changeRenewal = endpoint({
  method: 'PATCH',
  path: '/api/contracts/:id/renewal',
  permission: 'contracts.renew',
  summary: 'Switch the automatic renewal of a contract on or off',
  description:
    'Without renewal the contract ends with its current term; payments until then continue. A contract that was ended within a period that is paid, is being paid or will be paid, and resumes, lasts until the end of that period, unless the patient has another contract in it or its payment was refunded. 422 `contract_not_renewable` for a contract that has ended, has no end or whose renewal is being paid; until the day of that payment, the renewal can be switched off. Also 422 if a contract is to resume whose newest charge is unpaid.',
  params: ById,
  body: InputObject({ auto_update: Type.Boolean(), updated_at: Type.Optional(Instant) }),
  reply: Contract,
  errors: ['conflict', 'contract_not_renewable'],
  example: { params: { id: 1 }, body: { auto_update: false, updated_at: '2026-11-21T00:00:00.000Z' } },
  changes: ['contracts', 'users'],
})

const coupon_code = Type.String({ minLength: 1, maxLength: 50 })
const couponErrors = [
  'coupon_unknown',
  'coupon_expired',
  'coupon_not_yet_valid',
  'coupon_used_by_person',
  'coupon_used_up',
  'coupon_not_for_contracts',
  'coupon_plan_too_cheap',
  'coupon_total_too_small',
] as const
const terms = {
  plan_id: Id,
  /** First day in Tokyo. */
  started_on: Day,
  auto_update: Type.Boolean(),
  /** The saved card is charged from `started_on` on. */
  is_by_card: Type.Boolean(),
  /** Reduces the first payment by card. */
  coupon_code: Type.Optional(coupon_code),
}
const writeBase = { permission: 'contracts.write', changes: ['contracts', 'users', 'message_rooms'] } as const

export const checkContractCoupon = endpoint({
  permission: 'contracts.write',
  method: 'GET',
  path: '/api/contract_coupons/valid',
  summary: 'Check a coupon code for the first payment of a plan',
  description:
    '422 says why it is refused. Whole yen including tax; `total` is what the first payment costs. With the `contract_id` of a contract that is to be changed, its own reserved use does not count.',
  query: InputObject({ user_id: Id, plan_id: Id, coupon_code, contract_id: Type.Optional(Id) }),
  reply: Type.Object({ coupon: Coupon, subtotal: Type.Integer(), discount: Type.Integer(), total: Type.Integer(), tax: Type.Integer() }),
  errors: ['invalid', ...couponErrors],
  example: { query: { user_id: 1, plan_id: 1, coupon_code: 'welcome_500' } },
})

export const startContract = endpoint({
  ...writeBase,
  method: 'POST',
  path: '/api/contracts',
  summary: 'Start a contract for a patient',
  description:
    '`started_on` is today or later. The contract lasts for the minimum term of the plan, or until the plan’s first renewal if that is later. 422 `contract_overlaps` if the patient has another contract in that time; while the charge for the renewal of that contract is open, it also covers the renewed period. A coupon is reserved now, reduces the first payment, and is given back if that payment is never made.',
  body: InputObject({ user_id: Id, ...terms }),
  reply: Contract,
  status: 201,
  errors: ['contract_overlaps', ...couponErrors],
  example: { body: { user_id: 1, plan_id: 1, started_on: '2030-04-01', auto_update: true, is_by_card: true } },
})

export const switchContract = endpoint({
  ...writeBase,
  method: 'POST',
  path: '/api/contracts/:id/changes',
  summary: 'Change the plan of a contract from a day on',
  description:
    'The contract ends on the day before, as with `POST /api/contracts/{id}/end`, and one with the new terms starts; replies with the new one. A contract that starts on that day or later is replaced; 422 `contract_started` if it was paid, `contract_charged` if a payment was tried.',
  params: ById,
  body: InputObject({ ...terms, updated_at: Type.Optional(Instant) }),
  reply: Contract,
  status: 201,
  errors: ['conflict', 'contract_overlaps', 'contract_ended', 'contract_started', 'contract_used', 'contract_charged', 'charge_in_progress', ...couponErrors],
  example: { params: { id: 1 }, body: { plan_id: 2, started_on: '2030-04-01', auto_update: true, is_by_card: true } },
})

export const endContract = endpoint({
  ...writeBase,
  method: 'POST',
  path: '/api/contracts/:id/end',
  summary: 'End a contract on a day',
  description:
    '`last_on` is today or later, and not after the day on which the contract ends anyway. The contract is not renewed then. What was paid is not refunded. Open charges for later days and for the renewal are dropped; open charges for earlier days stay due. 409 `charge_in_progress` while a charge that would be dropped is being paid.',
  params: ById,
  body: InputObject({ last_on: Day, updated_at: Type.Optional(Instant) }),
  reply: Contract,
  errors: ['conflict', 'contract_ended', 'charge_in_progress'],
  example: { params: { id: 1 }, body: { last_on: '2030-03-31' } },
})

export const withdrawContract = endpoint({
  ...writeBase,
  method: 'DELETE',
  path: '/api/contracts/:id',
  summary: 'Withdraw a contract that has not started',
  description: '422 `contract_started` once it has started or was paid, `contract_used` if something was booked under it.',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['contract_started', 'contract_used', 'contract_charged', 'charge_in_progress'],
  example: { params: { id: 1 } },
})

export const payCharge = endpoint({
  method: 'POST',
  path: '/api/contract_charges/:id/payments',
  permission: 'shop.buy',
  summary: 'Pay an open charge now with the saved card',
  description:
    'For example after the charge was declined and another card was saved. `confirmation` is set if the bank requires 3-D Secure: the status of the payment is then `requires_action`, the same call returns the confirmation again after a reload, and `PATCH /api/stripe_payments/{id}` follows. `payment` is null for a free charge, which is then paid. 409 `charge_in_progress` while another payment of the charge is under way, 422 `charge_not_payable` unless it is due.',
  params: ById,
  body: InputObject({}),
  reply: Type.Object({ payment: Nullable(Payment), confirmation: Nullable(ClientSecret) }),
  status: 201,
  errors: ['payments_off', 'payments_unreachable', 'charge_in_progress', 'charge_not_payable'],
  example: { params: { id: 1 }, body: {} },
  changes: ['payments', 'contracts'],
})

export const retryChargeRefund = endpoint({
  method: 'POST',
  path: '/api/contract_charges/:id/refund_retries',
  permission: 'administration.write',
  summary: 'Repeat the failed refunds of a charge',
  description:
    'Refunds `failed_refund_amount` to the card, of each payment what failed. 409 `conflict` if that is 0, for example because somebody repeated the refund.',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['conflict', 'refund_too_large'],
  example: { params: { id: 1 } },
  changes: ['payments'],
})

export const getChargeReceipt = endpoint({
  method: 'GET',
  path: '/api/contract_charges/:id/receipt',
  permission: 'payments.read',
  summary: 'Download the receipt of a paid charge as PDF, a qualified invoice if the seller is registered',
  description: '`addressee` replaces the patient’s name. The receipt is in Japanese. 422 `charge_not_paid` for a charge that is not paid.',
  params: ById,
  query: InputObject({ addressee: Type.Optional(Line(100)) }),
  reply: Type.String(),
  media: 'application/pdf',
  errors: ['charge_not_paid', 'receipt_failed'],
  example: { params: { id: 1 }, query: {}, reply: '%PDF-1.7' },
})
