import { byUser, type Call, catalogue, get, type Ids, patch, post, put, read, remove, type SeparateIds } from './call.ts'
import { allergyKeys, carePersonKeys, contractKeys, paged, person, planKeys, under, userKeys } from './reply.ts'

const phone = ({ user }: Ids) => ({ phone_number: `080${String(user % 100_000_000).padStart(8, '0')}` })
const profile = { others: 'profile, address', staffFor: 'admin' } as const

/** People, their care team and contracts, and what a window reports about itself. */
export const peopleCalls: Record<string, Call> = {
  'GET /api/users/{id}': get(({ user }) => `/api/users/${user}?include[]=contracts`, read, 'person', { staffFor: 'admin', reply: userKeys('') }),
  'PATCH /api/users/{id}': patch(({ user }) => `/api/users/${user}`, phone, 'own account', 'person', profile),
  'PUT /users/{id}': put(({ user }) => `/users/${user}`, phone, 'own account', 'person', profile),
  'GET /api/users': get(() => '/api/users?role[]=patient', 'list staff', 'none', {
    filters: 'role[]=doctor&q[full_name_cont]=&page=1',
    reply: [...paged, ...under('items[].', `${person} email deactivated_at`)],
  }),
  'GET /api/users/patients': get(
    ({ users }) => `/api/users/patients?${users.map((id) => `q[id_in][]=${id}`).join('&')}&include=contracts,care_people,allergy_reactions`,
    read,
    'list',
    {
      filters: ({ user }) => `q[id_eq]=${user}`,
      reply: [
        ...paged,
        ...userKeys('items[].'),
        'items[].care_people',
        ...carePersonKeys('items[].care_people[].'),
        'items[].allergy_reactions',
        ...allergyKeys('items[].allergy_reactions[].'),
      ],
    },
  ),
  'GET /api/care_people': byUser('/api/care_people', read, { reply: carePersonKeys('items[].') }),
  'GET /api/contracts': get(({ users }) => `/api/contracts?${users.map((id) => `user_ids[]=${id}`).join('&')}&include[]=plan`, read, 'list', {
    reply: contractKeys('items[].'),
  }),
  'GET /api/plans': catalogue('/api/plans', { filters: 'name=none', reply: planKeys('items[].') }),
  'GET /api/events': get(() => '/api/events', 'own account', 'none', { isStream: true }),
  'POST /api/visits': post(
    () => '/api/visits',
    ({ user }) => ({ page: '/admin', user_id: user }),
    'own account',
    'none',
    { good: 204 },
  ),
  'POST /api/client_errors': post(
    () => '/api/client_errors',
    () => ({ kind: 'FETCH_ERROR' }),
    'without signing in',
    'none',
    { good: 204 },
  ),
}

let strangers = 0
/** Another email each time, so that no account limit applies. */
const stranger = (more: object) => () => ({ email: `stranger${++strangers}@example.com`, ...more })
const open = 'without signing in'

/** Covered by separate tests: these calls create and end sessions. */
export const sessionCalls: Record<string, Call<SeparateIds>> = {
  'POST /api/sign_in': post(() => '/api/sign_in', stranger({ password: 'not-the-password' }), open, 'none', { good: 401 }),
  'POST /api/sign_in_v2': post(() => '/api/sign_in_v2', stranger({ password: 'not-the-password' }), open, 'none', { good: 401 }),
  'POST /api/auth_otp': post(() => '/api/auth_otp', stranger({ otp: '123456', challenge: 'none' }), open, 'none', { good: 401 }),
  'DELETE /api/sign_out': remove(() => '/api/sign_out', 'own account', 'none', { endsSession: true }),
}
