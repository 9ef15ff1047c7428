import { type Call, get, type Ids, none, patch, post, remove, type SeparateIds } from './call.ts'
import { paged, person, under } from './reply.ts'

const open = 'without signing in'
const own = 'own account'
const policy = 'id version title summary summary[] body changes changes[] effective_on'
let strangers = 0
const name = { last_name: '勅使河原', first_name: '美佐緒' }

/** Invitations, policies, passkeys and the LINE account. */
export const registrationCalls: Record<string, Call> = {
  'POST /api/users': post(
    () => '/api/users',
    () => ({ role: 'patient', email: `invited${++strangers}@example.com`, ...name }),
    'care team',
    'none',
  ),
  'POST /api/invite_requests': post(
    () => '/api/invite_requests',
    () => ({ email: `asks${++strangers}@example.com`, name: '勅使河原 美佐緒' }),
    open,
    'none',
    { good: 204 },
  ),
  'GET /api/invite_requests': get(() => '/api/invite_requests', 'care team', 'none', {
    filters: 'page=1',
    reply: [...paged, ...under('items[].', 'id email name phone_number note created_at')],
  }),
  'GET /api/invitations': get(() => '/api/invitations', 'care team', 'none', {
    filters: 'q=registered&registered=waiting&page=1',
    reply: [
      ...paged,
      ...under('items[].patient.', person),
      ...under('items[].', 'patient email birthday state created_at sent_at opened_at expires_at activated_at'),
    ],
  }),
  'GET /api/similar_patients': get(() => '/api/similar_patients', 'care team', 'none', {
    filters: 'last_name_kana=a&first_name_kana=a&birthday=1958-04-05&phone_number=09000000000',
    reply: ['items', ...under('items[].patient.', person), ...under('items[].', 'patient birthday is_registered likenesses likenesses[]')],
  }),
  'GET /api/privacy_policies/current': get(() => '/api/privacy_policies/current', open, 'none', { reply: policy.split(' ') }),
  'GET /api/usage_policies/current': get(() => '/api/usage_policies/current', open, 'none', { reply: policy.split(' ') }),
  'GET /api/privacy_policy_agreements': get(() => '/api/privacy_policy_agreements', own, 'none', {
    reply: under('items[].', 'id privacy_policy_id version agreed_at'),
  }),
  'POST /api/privacy_policy_agreements': post(
    () => '/api/privacy_policy_agreements',
    ({ policies }: Ids) => ({ privacy_policy_id: policies.privacy }),
    own,
    'none',
  ),
  'GET /api/usage_policy_agreements': get(() => '/api/usage_policy_agreements', own, 'none', {
    reply: under('items[].', 'id usage_policy_id version agreed_at'),
  }),
  'GET /line_accounts': get(() => '/line_accounts', own, 'none', { reply: ['channel_id', 'nonce', 'linked_at'] }),
  'DELETE /line_accounts': remove(() => '/line_accounts', own, 'none'),
  // LINE is not set up
  'POST /line_accounts': post(
    () => '/line_accounts',
    () => ({ id_token: 'none' }),
    own,
    'none',
    { good: 404 },
  ),
  'POST /api/passkey_challenges': post(
    () => '/api/passkey_challenges',
    () => ({}),
    open,
    'none',
    { good: 200 },
  ),
  'GET /api/passkeys': get(() => '/api/passkeys', own, 'none', { reply: under('items[].', 'id name created_at last_used_at') }),
  'POST /api/passkeys/options': post(
    () => '/api/passkeys/options',
    () => ({}),
    own,
    'none',
    { good: 200 },
  ),
  'POST /api/passkeys': post(
    () => '/api/passkeys',
    () => ({ name: 'none', id: 'none', client_data: 'none', attestation: 'none', transports: [] }),
    own,
    'none',
    { good: 422 },
  ),
  'PATCH /api/passkeys/{id}': patch(
    () => `/api/passkeys/${none}`,
    () => ({ name: 'none' }),
    own,
    'none',
    { good: 404 },
  ),
  'DELETE /api/passkeys/{id}': remove(() => `/api/passkeys/${none}`, own, 'none', { good: 404 }),
  'POST /api/usage_policy_agreements': post(
    () => '/api/usage_policy_agreements',
    ({ policies }: Ids) => ({ usage_policy_id: policies.usage }),
    own,
    'none',
  ),
}

/** Covered by separate tests: these calls need an invitation that was mailed, or an authenticator. */
export const separateRegistrationCalls: Record<string, Call<SeparateIds>> = {
  'POST /api/users/{id}/invitations': post(
    ({ invited }) => `/api/users/${invited}/invitations`,
    () => ({}),
    'care team',
    'none',
    { good: 204 },
  ),
  'DELETE /api/invite_requests/{id}': remove(({ inviteRequest }) => `/api/invite_requests/${inviteRequest}`, 'care team', 'none'),
  'DELETE /api/users/{id}/invitations': remove(({ invited }) => `/api/users/${invited}/invitations`, 'care team', 'none'),
  'POST /api/users/{id}/activation_sheets': post(
    ({ invited }) => `/api/users/${invited}/activation_sheets`,
    () => ({ language: 'en' }),
    'care team',
    'none',
    { good: 201, reply: ['link', 'page', 'email', 'code', 'expires_at', 'pdf'] },
  ),
  'POST /api/passkey_sign_in': post(
    () => '/api/passkey_sign_in',
    () => ({ id: 'none', client_data: 'none', authenticator_data: 'none', signature: 'none' }),
    open,
    'none',
    { good: 401 },
  ),
  'GET /api/users/activations/{token}': get(() => '/api/users/activations/none', open, 'none', { good: 404 }),
  'POST /api/users/activation_tokens': post(
    () => '/api/users/activation_tokens',
    () => ({ email: `asks${++strangers}@example.com`, otp: '123456' }),
    open,
    'none',
    { good: 401 },
  ),
  'POST /api/users/activations': post(
    () => '/api/users/activations',
    () => ({ token: 'none', password: 'mikan-umi-8ji', ...name }),
    open,
    'none',
    { good: 404 },
  ),
}
