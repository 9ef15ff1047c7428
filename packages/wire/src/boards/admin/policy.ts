import Type, { type Static } from 'typebox'
import { exportOf, fieldsOf, listQuery } from '../../admin.ts'
import { ById, Day, endpoint, Id, InputObject, Instant, Line, Nothing, OneOf, Paged, Text } from '../../endpoint.ts'
import { policyKinds } from '../../people/account.ts'

const base = { permission: 'administration.write' } as const
const Lines = (maxItems: number) => Type.Array(Line(500), { maxItems })
/** `summary`: the essentials in short sentences. `changes`: what differs from the version before. */
const PolicyTexts = InputObject({ title: Line(100), summary: Lines(20), body: Text(100_000), changes: Lines(20) })

export type PolicyInput = Static<typeof PolicyInput>
const PolicyInput = InputObject({ kind: OneOf(policyKinds), effective_on: Day, ja: PolicyTexts, en: PolicyTexts, kr: PolicyTexts })
export const policyFields = fieldsOf(PolicyInput)

const PolicyVersion = Type.Object({ id: Id, ...PolicyInput.properties, version: Type.Integer(), created_at: Instant })
const states = ['current', 'future', 'replaced'] as const
const PolicyRow = Type.Object({
  id: Id,
  kind: OneOf(policyKinds),
  version: Type.Integer(),
  title: Type.String(),
  state: OneOf(states),
  effective_on: Day,
  agreement_count: Type.Integer(),
  created_at: Instant,
})
export const policyColumns = fieldsOf(PolicyRow)

const texts = { title: '利用規約', summary: ['お知らせの方法を定めています。'], body: '第1条 …', changes: ['第3条に通知の方法を加えました。'] }
const example: PolicyInput = { kind: 'usage_policy', effective_on: '2030-04-01', ja: texts, en: texts, kr: texts }

export const listPolicies = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/policies',
  summary: 'List all versions of the policies, newest first',
  query: listQuery(['effective_on'], { kind: Type.Optional(OneOf(policyKinds)) }),
  reply: Paged(PolicyRow),
  example: { query: { kind: 'usage_policy' } },
})
export const getPolicy = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/policies/:id',
  summary: 'Read a version of a policy in all languages',
  params: ById,
  reply: PolicyVersion,
  example: { params: { id: 1 } },
})
export const addPolicy = endpoint({
  ...base,
  method: 'POST',
  path: '/api/admin/policies',
  summary: 'Add the next version of a policy',
  description:
    'It takes effect on a day after today and after the day of the version that precedes it; from that day on everybody is asked to agree when they next open the app.',
  body: PolicyInput,
  reply: PolicyVersion,
  status: 201,
  errors: ['conflict'],
  example: { body: example },
  changes: ['policies'],
})
export const removePolicy = endpoint({
  ...base,
  method: 'DELETE',
  path: '/api/admin/policies/:id',
  summary: 'Delete a version of a policy that is not in force yet',
  description:
    '422 `policy_in_force` for a version that is not the newest of its kind, and for any version from the day it takes effect: people may have agreed to it.',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['policy_in_force'],
  example: { params: { id: 1 } },
  changes: ['policies'],
})
export const policyQuery = fieldsOf(listPolicies.query)
export const exportPolicies = exportOf('/api/admin/policies/export', 'Export the versions of the policies as CSV', ['effective_on'], {
  kind: Type.Optional(OneOf(policyKinds)),
})
