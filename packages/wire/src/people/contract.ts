import Type, { type Static } from 'typebox'
import { Day, endpoint, Id, Include, InputObject, Instant, Items, Nullable, OneOf } from '../endpoint.ts'

/** Services for companies, not for individual members. */
export const businessServices = ['app', 'data_check'] as const
export const billingCycles = ['monthly', 'yearly'] as const
export const serviceTypes = ['membership', 'business'] as const

export type Service = Static<typeof Service>
export const Service = Type.Object({
  id: Id,
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  chat: Type.Boolean(),
  followup_checkup_count: Type.Integer(),
  full_checkup_count: Type.Integer(),
  interview_count: Type.Integer(),
})

export type Plan = Static<typeof Plan>
export const Plan = Type.Object({
  id: Id,
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  /** Yen including tax. */
  price: Type.Integer(),
  billing_cycle: OneOf(billingCycles),
  /** Minimum term in months. */
  contract_period: Type.Integer(),
  /** Months after which a contract is renewed or ends. */
  duration: Type.Integer(),
  auto_update: Type.Boolean(),
  service: Service,
})

export type Contract = Static<typeof Contract>
export const Contract = Type.Object({
  id: Id,
  user_id: Id,
  plan_id: Id,
  plan: Type.Optional(Plan),
  coupon_id: Nullable(Id),
  /** Whether it renews at `ended_at`. */
  auto_update: Type.Boolean(),
  started_at: Instant,
  /** Exclusive end; null if no end is set. */
  ended_at: Nullable(Instant),
  next_payment_date: Nullable(Day),
  created_at: Instant,
  updated_at: Instant,
})

export const listContracts = endpoint({
  method: 'GET',
  path: '/api/contracts',
  permission: 'patient.read',
  summary: 'List contracts of several patients, latest start first',
  description: 'Max 100 patients and 1,000 contracts a call. Patients outside the caller’s scope are omitted.',
  query: InputObject({ user_ids: Type.Array(Id, { minItems: 1, maxItems: 100 }), include: Include('plan') }),
  reply: Items(Contract),
  example: { query: { user_ids: [1], include: ['plan'] } },
})

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/plans',
  permission: 'catalogue.read',
  summary: 'List plans with their services',
  query: InputObject({ name: Type.Optional(Type.String({ maxLength: 100 })) }),
  reply: Items(Plan),
  example: { query: {} },
})
