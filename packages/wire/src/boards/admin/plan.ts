import Type, { type Static } from 'typebox'
import { exportOf, fieldsOf, IdOf, listQuery } from '../../admin.ts'
import { ById, endpoint, Id, InputObject, Instant, Line, OneOf, Paged } from '../../endpoint.ts'
import { billingCycles } from '../../people/contract.ts'

const Count = Type.Integer({ minimum: 0, maximum: 366 })
const Months = Type.Integer({ minimum: 1, maximum: 120 })
const names = { name_ja: Line(100), name_en: Line(100, 0), name_kr: Line(100, 0) }
const base = { permission: 'administration.write' } as const
const by = { params: ById } as const

export type ServiceInput = Static<typeof ServiceInput>
/** What a plan includes; the counts are per contract year. */
const ServiceInput = InputObject({
  ...names,
  chat: Type.Boolean(),
  full_checkup_count: Count,
  followup_checkup_count: Count,
  interview_count: Count,
})
export const serviceFields = fieldsOf(ServiceInput)
const ServiceRow = Type.Object({ id: Id, ...ServiceInput.properties, plan_count: Type.Integer(), updated_at: Instant })
const serviceExample: ServiceInput = {
  name_ja: 'スタンダード',
  name_en: 'Standard',
  name_kr: '스탠다드',
  chat: true,
  full_checkup_count: 1,
  followup_checkup_count: 1,
  interview_count: 4,
}

export const listServices = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/services',
  summary: 'List the services that plans include',
  query: listQuery(['name_ja', 'updated_at'], {}),
  reply: Paged(ServiceRow),
  example: { query: {} },
})
export const getService = endpoint({
  ...base,
  ...by,
  method: 'GET',
  path: '/api/admin/services/:id',
  summary: 'Read a service',
  reply: ServiceRow,
  example: { params: { id: 1 } },
})
export const addService = endpoint({
  ...base,
  method: 'POST',
  path: '/api/admin/services',
  summary: 'Add a service',
  body: ServiceInput,
  reply: ServiceRow,
  status: 201,
  example: { body: serviceExample },
  changes: ['plans'],
})
export const changeService = endpoint({
  ...base,
  ...by,
  method: 'PUT',
  path: '/api/admin/services/:id',
  summary: 'Replace a service',
  description: 'The counts apply to all contracts at once. After a change, updates of the reference data no longer change the service.',
  body: InputObject({ ...ServiceInput.properties, updated_at: Instant }),
  reply: ServiceRow,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { ...serviceExample, updated_at: '2026-11-21T00:00:00.000Z' } },
  changes: ['plans'],
})

export type PlanInput = Static<typeof PlanInput>
const PlanInput = InputObject({
  ...names,
  service_id: IdOf('services'),
  /** Yen including tax, per billing cycle. */
  price: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  billing_cycle: OneOf(billingCycles),
  /** Minimum term in months. Both terms of a yearly plan are multiples of 12: another term would end within a paid year. */
  contract_period: Months,
  /** Months after which a contract is renewed or ends. */
  duration: Months,
  auto_update: Type.Boolean(),
  sort_number: Type.Integer({ minimum: 0, maximum: 100_000 }),
})
export const planFields = fieldsOf(PlanInput)
const PlanRow = Type.Object({ id: Id, ...PlanInput.properties, service_name: Type.String(), updated_at: Instant })
const planExample: PlanInput = {
  name_ja: 'スタンダード 年払い',
  name_en: 'Standard, yearly',
  name_kr: '스탠다드 연간',
  service_id: 1,
  price: 132_000,
  billing_cycle: 'yearly',
  contract_period: 12,
  duration: 12,
  auto_update: true,
  sort_number: 10,
}

export const listAllPlans = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/plans',
  summary: 'List all plans',
  query: listQuery(['sort_number', 'name_ja', 'price', 'updated_at'], {}),
  reply: Paged(PlanRow),
  example: { query: { sort: 'price' } },
})
export const getPlan = endpoint({
  ...base,
  ...by,
  method: 'GET',
  path: '/api/admin/plans/:id',
  summary: 'Read a plan',
  reply: PlanRow,
  example: { params: { id: 1 } },
})
export const addPlan = endpoint({
  ...base,
  method: 'POST',
  path: '/api/admin/plans',
  summary: 'Add a plan',
  description: 'Both terms of a yearly plan must be multiples of 12 months; otherwise 422.',
  body: PlanInput,
  reply: PlanRow,
  status: 201,
  example: { body: planExample },
  changes: ['plans'],
})
export const changePlan = endpoint({
  ...base,
  ...by,
  method: 'PUT',
  path: '/api/admin/plans/:id',
  summary: 'Replace a plan',
  description:
    'Running contracts keep their dates. Both terms of a yearly plan must be multiples of 12 months; otherwise 422. After a change, updates of the reference data no longer change the plan.',
  body: InputObject({ ...PlanInput.properties, updated_at: Instant }),
  reply: PlanRow,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { ...planExample, updated_at: '2026-11-21T00:00:00.000Z' } },
  changes: ['plans'],
})

export const serviceColumns = fieldsOf(ServiceRow)
export const planColumns = fieldsOf(PlanRow)
export const serviceQuery = fieldsOf(listServices.query)
export const exportServices = exportOf('/api/admin/services/export', 'Export the services as CSV', ['name_ja', 'updated_at'], {})
export const planQuery = fieldsOf(listAllPlans.query)
export const exportPlans = exportOf('/api/admin/plans/export', 'Export the plans as CSV', ['sort_number', 'name_ja', 'price', 'updated_at'], {})
