import Type, { type Static } from 'typebox'
import { Day, endpoint, Id, Include, Instant, Items, Nullable, OneOf, Sent } from '../endpoint.ts'

/** Services of companies, not of members. */
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
  /** Yen, tax included. */
  price: Type.Integer(),
  billing_cycle: OneOf(billingCycles),
  /** Months one is bound for. */
  contract_period: Type.Integer(),
  /** Months until it renews or ends. */
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
  auto_update: Type.Boolean(),
  started_at: Instant,
  /** The first instant that is no longer covered; null while open. */
  ended_at: Nullable(Instant),
  next_payment_date: Nullable(Day),
  created_at: Instant,
  updated_at: Instant,
})

export const listContracts = endpoint({
  method: 'GET',
  path: '/api/contracts',
  permission: 'patient.read',
  summary: 'Contracts of some patients, newest start first',
  description: 'At most 100 people and 1,000 contracts a call. People out of reach have none.',
  query: Sent({ user_ids: Type.Array(Id, { minItems: 1, maxItems: 100 }), include: Include('plan') }),
  reply: Items(Contract),
  example: { query: { user_ids: [1], include: ['plan'] } },
})

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/plans',
  permission: 'catalogue.read',
  summary: 'Plans with their services',
  query: Sent({ name: Type.Optional(Type.String({ maxLength: 100 })) }),
  reply: Items(Plan),
  cache: 'reference',
  example: { query: {} },
})
