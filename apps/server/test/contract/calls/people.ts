import { byUser, type Call, catalogue, coordinationRead, get, type Ids, none, patch, post, put, read, remove, type SeparateIds } from './call.ts'
import { interviewCalls } from './interview.ts'
import { lifeCalls } from './life.ts'
import { dots, Multipart } from './multipart.ts'
import { questionnaireCalls } from './questionnaire.ts'
import { recordCalls } from './record.ts'
import { carePersonKeys, contractKeys, paged, patientListKeys, person, planKeys, under, userKeys } from './reply.ts'
import { resultCalls } from './results.ts'

const phone = ({ user }: Ids) => ({ phone_number: `080${String(user % 100_000_000).padStart(8, '0')}` })
const profile = { others: 'profile, address', staffFor: 'admin' } as const

const ownBrowser = 'id browser address_family created_at last_used_at expires_at is_current'

const careTeam = byUser('/api/care_people', read, { reply: carePersonKeys('items[].') })
/** The lists that `include` can add to each patient, except kartes, which patients may not read. */
const listsOfPatients = {
  allergy_reactions: recordCalls['GET /api/allergy_reactions'],
  assessments: recordCalls['GET /api/assessments'],
  care_people: careTeam,
  contracts: { reply: contractKeys('items[].') },
  family_past_illnesses: recordCalls['GET /api/family_past_illnesses'],
  habit_goals: lifeCalls['GET /api/habit_goals'],
  health_scores: recordCalls['GET /api/health_scores'],
  interviews: interviewCalls['GET /api/interviews'],
  lifestyles: lifeCalls['GET /api/lifestyles'],
  medicine_intakes: recordCalls['GET /api/medicine_intakes'],
  past_illnesses: recordCalls['GET /api/past_illnesses'],
  questionnaires: questionnaireCalls['GET /api/questionnaires'],
  steps: lifeCalls['GET /api/steps'],
  supplement_intakes: recordCalls['GET /api/supplement_intakes'],
  symptoms: lifeCalls['GET /api/symptoms'],
  test_packages: resultCalls['GET /api/test_packages'],
  test_results: resultCalls['GET /api/test_results'],
}

const recordPresences = [...under('items[].', 'user since'), ...under('items[].user.', person)]

/** People and their accounts, care team and contracts, and what a window reports about itself. */
export const peopleCalls: Record<string, Call> = {
  'GET /api/record_presences': byUser('/api/record_presences', coordinationRead, { reply: recordPresences }),
  'POST /api/record_presences': post(
    () => '/api/record_presences',
    ({ user }) => ({ user_id: user, client_id: 'window-0001', is_here: true }),
    coordinationRead,
    'person',
    { good: 200, reply: recordPresences },
  ),
  'GET /api/users/{id}': get(({ user }) => `/api/users/${user}?include[]=contracts`, read, 'person', { staffFor: 'admin', reply: userKeys('') }),
  'PATCH /api/users/{id}': patch(({ user }) => `/api/users/${user}`, phone, 'own account', 'person', profile),
  'PUT /users/{id}': put(({ user }) => `/users/${user}`, phone, 'own account', 'person', profile),
  'PUT /api/users/me/icon': put(
    () => '/api/users/me/icon',
    () => new Multipart({}, 'icon', dots(1)),
    'own account',
    'none',
  ),
  'DELETE /api/users/me/icon': remove(() => '/api/users/me/icon', 'own account', 'none', { good: 200 }),
  'GET /api/users': get(() => '/api/users?role[]=patient', 'list staff', 'none', {
    filters: 'role[]=doctor&q[full_name_cont]=&page=1',
    reply: [...paged, ...under('items[].', `${person} email deactivated_at is_registered`)],
  }),
  'GET /api/users/patients': get(
    ({ users }) => `/api/users/patients?${users.map((id) => `q[id_in][]=${id}`).join('&')}&include=${Object.keys(listsOfPatients)}`,
    read,
    'list',
    {
      filters: ({ user }) => `q[id_eq]=${user}`,
      reply: [...paged, ...userKeys('items[].'), ...Object.entries(listsOfPatients).flatMap(([list, call]) => patientListKeys(list, call))],
    },
  ),
  'GET /api/care_people': careTeam,
  'GET /api/contracts': get(({ users }) => `/api/contracts?${users.map((id) => `user_ids[]=${id}`).join('&')}&include[]=plan`, read, 'list', {
    reply: contractKeys('items[].'),
  }),
  'GET /api/plans': catalogue('/api/plans', { filters: 'name=none', reply: planKeys('items[].') }),
  'GET /api/record_accesses': get(() => '/api/record_accesses', 'own account', 'none', {
    reply: [
      'items',
      'next_before',
      'people',
      'care_team',
      'share_openings',
      ...under('share_openings[].', 'id at is_program'),
      ...under('items[].', 'id from until person is_care_team read read[] changed changed[]'),
      ...under('items[].person.', person),
    ],
  }),
  'GET /api/sessions': get(() => '/api/sessions', 'own account', 'none', { reply: under('items[].', ownBrowser) }),
  'GET /api/trusted_devices': get(() => '/api/trusted_devices', 'own account', 'none', { reply: under('items[].', ownBrowser) }),
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
/** Each request has another email, so that no limit per account applies. */
const stranger = (more: object) => () => ({ email: `stranger${++strangers}@example.com`, ...more })
const open = 'without signing in'

/** Covered by separate tests: most of these calls create or end sessions. */
export const sessionCalls: Record<string, Call<SeparateIds>> = {
  'POST /api/users/{id}/deactivation': post(
    ({ leaver }) => `/api/users/${leaver}/deactivation`,
    () => undefined,
    'users, facilities, products, coupons, policies, audit log',
    'none',
    { good: 204 },
  ),
  'DELETE /api/users/{id}/deactivation': remove(
    ({ leaver }) => `/api/users/${leaver}/deactivation`,
    'users, facilities, products, coupons, policies, audit log',
    'none',
  ),
  'POST /api/sign_in': post(() => '/api/sign_in', stranger({ password: 'not-the-password' }), open, 'none', { good: 401 }),
  'POST /api/sign_in_v2': post(() => '/api/sign_in_v2', stranger({ password: 'not-the-password' }), open, 'none', { good: 401 }),
  'POST /api/auth_otp': post(() => '/api/auth_otp', stranger({ otp: '123456', challenge: 'none' }), open, 'none', { good: 401 }),
  'POST /reset_passwords': post(() => '/reset_passwords', stranger({}), open, 'none', { good: 204 }),
  'PUT /api/users/reset_password': put(
    () => '/api/users/reset_password',
    () => ({ token: 'none', password: 'kawa-no-mizu-2' }),
    open,
    'none',
    { good: 404 },
  ),
  // the old password is wrong: the right one would end the session
  'PUT /api/users/update_auth_info': put(
    () => '/api/users/update_auth_info',
    () => ({ old_password: 'not-the-password', password: 'kawa-no-mizu-2' }),
    'own account',
    'none',
    { good: 401 },
  ),
  'DELETE /api/sessions/{id}': remove(({ sessions }) => `/api/sessions/${sessions.pop() ?? none}`, 'own account', 'none'),
  'DELETE /api/sessions': remove(() => '/api/sessions', 'own account', 'none'),
  'DELETE /api/trusted_devices/{id}': remove(({ devices }) => `/api/trusted_devices/${devices.pop() ?? none}`, 'own account', 'none'),
  'DELETE /api/trusted_devices': remove(() => '/api/trusted_devices', 'own account', 'none'),
  'DELETE /api/sign_out': remove(() => '/api/sign_out', 'own account', 'none', { endsSession: true }),
}
