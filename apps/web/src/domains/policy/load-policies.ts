import type { PolicyKind } from '@sukoyaka/wire/people/account'
import { currentPrivacyPolicy, currentUsagePolicy } from '@sukoyaka/wire/people/policy'
import { callEndpoint } from '../../api/call-endpoint.ts'
import type { CallError } from '../../api/call-error.ts'
import type { Dispatch } from '../../api/store.ts'
import type { Policies } from './PolicyText.tsx'

const currentPolicyEndpoints = { privacy_policy: currentPrivacyPolicy, usage_policy: currentUsagePolicy }

/** Loads the policies in force, in the language of the page. A kind without a policy in force is left out; this is not a failure. */
export const loadPolicies =
  (kinds: readonly PolicyKind[]) =>
  async (dispatch: Dispatch): Promise<{ policies: Policies; failure?: CallError | undefined }> => {
    const replies = await Promise.all(kinds.map(async (kind) => ({ kind, ...(await dispatch(callEndpoint(currentPolicyEndpoints[kind], {}))) })))
    const policies = Object.fromEntries(replies.flatMap(({ kind, data }) => (data ? [[kind, data]] : [])))
    return { policies, failure: replies.find(({ error }) => error && error.code !== 'not_found')?.error }
  }
