import * as policy from '@sukoyaka/wire/people/policy'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { serve } from '../../http/serve.ts'
import { agree, agreementsOf, currentPolicy } from './store.ts'

const privacyAgreements = async (db: Db, actor: Actor) => ({
  items: (await agreementsOf(db, actor, 'privacy_policy')).map(({ policy_id, ...agreement }) => ({ ...agreement, privacy_policy_id: policy_id })),
})
const usageAgreements = async (db: Db, actor: Actor) => ({
  items: (await agreementsOf(db, actor, 'usage_policy')).map(({ policy_id, ...agreement }) => ({ ...agreement, usage_policy_id: policy_id })),
})

export const policyRoutes = [
  serve(policy.currentPrivacyPolicy, ({ db, language }) => currentPolicy(db, 'privacy_policy', language)),
  serve(policy.currentUsagePolicy, ({ db, language }) => currentPolicy(db, 'usage_policy', language)),
  serve(policy.listPrivacyPolicyAgreements, ({ db, actor }) => privacyAgreements(db, actor)),
  serve(policy.agreeToPrivacyPolicy, async ({ db, actor, input: { privacy_policy_id } }) => ({
    ...(await agree(db, actor, 'privacy_policy', privacy_policy_id)),
    privacy_policy_id,
  })),
  serve(policy.listUsagePolicyAgreements, ({ db, actor }) => usageAgreements(db, actor)),
  serve(policy.agreeToUsagePolicy, async ({ db, actor, input: { usage_policy_id } }) => ({
    ...(await agree(db, actor, 'usage_policy', usage_policy_id)),
    usage_policy_id,
  })),
]
