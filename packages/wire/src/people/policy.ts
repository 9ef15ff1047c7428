import Type, { type Static } from 'typebox'
import { Day, endpoint, Id, InputObject, Instant, Items } from '../endpoint.ts'

export type Policy = Static<typeof Policy>
/** One version, in the language of the request. A published version never changes. */
export const Policy = Type.Object({
  id: Id,
  version: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  /** The essentials, in short sentences. */
  summary: Type.Array(Type.String()),
  body: Type.String(),
  /** What differs from the version before; may be empty for the first. */
  changes: Type.Array(Type.String()),
  effective_on: Day,
})

const agreed = { id: Id, version: Type.Integer({ minimum: 1 }), agreed_at: Instant }
const PrivacyPolicyAgreement = Type.Object({ ...agreed, privacy_policy_id: Id })
const UsagePolicyAgreement = Type.Object({ ...agreed, usage_policy_id: Id })

const current = {
  method: 'GET',
  permission: 'public',
  description: 'The newest version that is in force; 404 before the first version is in force.',
  reply: Policy,
} as const
export const currentPrivacyPolicy = endpoint({ ...current, path: '/api/privacy_policies/current', summary: 'Read the current privacy policy' })
export const currentUsagePolicy = endpoint({ ...current, path: '/api/usage_policies/current', summary: 'Read the current usage policy' })

export const listPrivacyPolicyAgreements = endpoint({
  method: 'GET',
  path: '/api/privacy_policy_agreements',
  permission: 'account.own',
  summary: 'List the versions of the privacy policy that the caller agreed to, newest first',
  reply: Items(PrivacyPolicyAgreement),
})

export const agreeToPrivacyPolicy = endpoint({
  method: 'POST',
  path: '/api/privacy_policy_agreements',
  permission: 'account.own',
  summary: 'Agree to the current privacy policy',
  description: 'Records version and time. Agreeing again returns the first agreement; any other version gets 422 `policy_outdated`.',
  body: InputObject({ privacy_policy_id: Id }),
  reply: PrivacyPolicyAgreement,
  status: 201,
  errors: ['policy_outdated'],
  example: { body: { privacy_policy_id: 1 } },
  changes: ['users'],
  audience: 'caller',
})

export const listUsagePolicyAgreements = endpoint({
  method: 'GET',
  path: '/api/usage_policy_agreements',
  permission: 'account.own',
  summary: 'List the versions of the usage policy that the caller agreed to, newest first',
  reply: Items(UsagePolicyAgreement),
})

export const agreeToUsagePolicy = endpoint({
  method: 'POST',
  path: '/api/usage_policy_agreements',
  permission: 'account.own',
  summary: 'Agree to the current usage policy',
  description: 'Records version and time. Agreeing again returns the first agreement; any other version gets 422 `policy_outdated`.',
  body: InputObject({ usage_policy_id: Id }),
  reply: UsagePolicyAgreement,
  status: 201,
  errors: ['policy_outdated'],
  example: { body: { usage_policy_id: 2 } },
  changes: ['users'],
  audience: 'caller',
})
