import type { Row } from './permissions.ts'

/** Ids of one person's objects, to be put into an address. */
export type Ids = { user: number; room: number; package: number; assessment: number; goal: number; spareGoals: number[] }
export type Built = {
  method: string
  /** With every name that the specification gives the call in its address. */
  path: (ids: Ids) => string
  body?: (ids: Ids) => object
  row: Row
  /** What another person's object takes, where it is not `row`. */
  others?: Row
  /** Whose object the call names; `list` leaves out what is out of reach, `none` names nothing. */
  names: 'person' | 'list' | 'none'
  good: number
  /** A person who is no patient: for whom it is nevertheless there. */
  staffFor?: 'admin'
}

const get = (path: Built['path'], row: Row, names: Built['names'] = 'person'): Built => ({ method: 'GET', path, row, names, good: 200 })
const phone = ({ user }: Ids) => ({ phone_number: `080${String(user % 100_000_000).padStart(8, '0')}` })
let judged = 0
// the same judgement is open once
const nextDisease = () => 20 + (judged++ % 100)
let found = 0
const newDisease = () => ({ name: `Disease ${++found}`, name_ja: `病気${found}` })
const writing =
  (method: string, good: number) =>
  (path: Built['path'], body: Built['body'], row: Row, names: Built['names'] = 'person'): Built => ({
    method,
    path,
    body,
    row,
    names,
    good,
  })
const post = writing('POST', 201)
const put = writing('PUT', 200)
const judgements: Row = 'assessments, illnesses, medicines, allergies, operations'
const read: Row = 'read a record, list patients'

/** The calls that answer, typed by hand. */
export const built: Record<string, Built> = {
  'GET /api/users/{id}': { ...get(({ user }) => `/api/users/${user}?include[]=contracts`, read), staffFor: 'admin' },
  'PATCH /api/users/{id}': {
    method: 'PATCH',
    path: ({ user }) => `/api/users/${user}`,
    body: phone,
    row: 'own account',
    others: 'profile, address',
    names: 'person',
    good: 200,
    staffFor: 'admin',
  },
  'PUT /users/{id}': {
    method: 'PUT',
    path: ({ user }) => `/users/${user}`,
    body: phone,
    row: 'own account',
    others: 'profile, address',
    names: 'person',
    good: 200,
    staffFor: 'admin',
  },
  'GET /api/users': get(() => '/api/users?role[]=doctor&q[full_name_cont]=&page=1', 'list staff', 'none'),
  'GET /api/users/patients': get(({ user }) => `/api/users/patients?include[]=contracts&q[id_eq]=${user}&q[id_in][]=${user}`, read, 'list'),
  'GET /api/care_people': get(({ user }) => `/api/care_people?user_id=${user}`, read),
  'GET /api/contracts': get(({ user }) => `/api/contracts?user_ids[]=${user}&include[]=plan`, read, 'list'),
  'GET /api/plans': get(() => '/api/plans?name=none', 'catalogue', 'none'),
  'GET /api/message_rooms/list': get(
    () =>
      '/api/message_rooms/list?page=1&service_type=membership&role=main_doctor&q[full_name_cont]=&unread_only=true&notifiable_only=true&unresponded_only=true',
    'read messages',
    'none',
  ),
  'GET /api/message_rooms/{id}': get(({ room }) => `/api/message_rooms/${room}`, 'read messages'),
  'GET /api/numeric_test_result_categories': get(() => '/api/numeric_test_result_categories', 'catalogue', 'none'),
  'GET /api/numeric_test_result_category_reference_ranges': get(
    ({ user }) => `/api/numeric_test_result_category_reference_ranges?user_id=${user}&category_names[]=ldl_cholesterol`,
    read,
  ),
  'GET /api/test_packages': get(({ user }) => `/api/test_packages?user_id=${user}`, read),
  'GET /api/test_packages/{id}/test_results': get(({ package: id }) => `/api/test_packages/${id}/test_results`, read),
  'GET /api/test_results': get(({ user }) => `/api/test_results?user_id=${user}&count=5&include[]=category&categories[]=ldl_cholesterol`, read),
  'GET /api/allergy_reactions': get(({ user }) => `/api/allergy_reactions?user_id=${user}`, read),
  'GET /api/habit_goals': get(({ user }) => `/api/habit_goals?user_id=${user}`, read),
  'POST /api/habit_goals': post(
    () => '/api/habit_goals',
    ({ user }) => ({ user_id: user, content: '夕食は就寝3時間前までに', kind: 'meal' }),
    'habit goals, own or any',
  ),
  'PUT /api/habit_goals/{id}': put(
    ({ goal }) => `/api/habit_goals/${goal}`,
    () => ({ achieved_on: '2026-01-10' }),
    'habit goals, own or any',
  ),
  'DELETE /api/habit_goals/{id}': {
    method: 'DELETE',
    path: ({ goal, spareGoals }) => `/api/habit_goals/${spareGoals.shift() ?? goal}`,
    row: 'habit goals of others',
    names: 'person',
    good: 204,
  },
  'GET /api/habit_goal_templates': get(() => '/api/habit_goal_templates', 'catalogue', 'none'),
  'GET /api/assessments': get(({ user }) => `/api/assessments?user_id=${user}&include[]=disease&disease_id=1`, read),
  'POST /api/assessments': post(
    () => '/api/assessments',
    ({ user }) => ({ user_id: user, disease_id: nextDisease(), kind: 'suspect', conducted_on: '2026-01-10', memo: '経過をみる' }),
    judgements,
  ),
  'PUT /api/assessments/{id}': put(
    ({ assessment }) => `/api/assessments/${assessment}`,
    () => ({ memo: '経過をみる' }),
    judgements,
  ),
  'GET /api/diseases': get(() => '/api/diseases?name=Gout&id=1&include[]=indicators&q[name_cont]=a', 'catalogue', 'none'),
  'GET /api/diseases/{id}': get(() => '/api/diseases/1?include[]=indicators', 'catalogue', 'none'),
  'POST /api/diseases': post(() => '/api/diseases', newDisease, judgements, 'none'),
  'GET /api/events': get(() => '/api/events', 'own account', 'none'),
  'POST /api/visits': {
    method: 'POST',
    path: () => '/api/visits',
    body: ({ user }) => ({ page: '/admin', user_id: user }),
    row: 'own account',
    names: 'none',
    good: 204,
  },
  'POST /api/client_errors': {
    method: 'POST',
    path: () => '/api/client_errors',
    body: () => ({ kind: 'FETCH_ERROR' }),
    row: 'without signing in',
    names: 'none',
    good: 204,
  },
}

/** Answered, and told by stories of their own: they make and end sessions. */
export const session = ['POST /api/sign_in', 'POST /api/sign_in_v2', 'POST /api/auth_otp', 'DELETE /api/sign_out']
