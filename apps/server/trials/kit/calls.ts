import { type Permission, type Role, scopeOf } from '@sukoyaka/wire/access'
import type { Endpoint } from '@sukoyaka/wire/kit'
import { nobody, type Records, type Subject } from './records.ts'

/** How the object of a call stands to the one who asks. */
export const relations = ['own', 'others', 'absent', 'unreleased', 'staff', 'swapped'] as const
export type Relation = (typeof relations)[number]

type Sending = { url: string; body?: unknown }
type Call = {
  /** Whose rows are asked for in this relation; undefined where the call has no such relation. */
  send: (relation: Relation, records: Records, asker_id: number) => Sending | undefined
  /** Out of reach: a 404, or a list without those rows. */
  kind: 'named' | 'list' | 'house'
  /** What someone else's object takes, where it is another permission than the call's. */
  others?: Permission
  /** Answered to those whom the call is open to, where it is not the endpoint's own status. */
  answers?: number
  /** An answer that does not end by itself. */
  isStream?: boolean
  /** Ends the session that asks. */
  endsSession?: boolean
}

const subjectOf = (relation: Relation, { hanako, taro, colleague_id }: Records): Subject | undefined => {
  if (relation === 'own') return hanako
  if (relation === 'others') return taro
  if (relation === 'absent') return nobody
  if (relation === 'staff') return { ...nobody, user_id: colleague_id }
  return undefined
}

const byUser = (path: string, more = ''): Call => ({
  kind: 'named',
  send: (relation, records) => {
    const subject = subjectOf(relation, records)
    return subject && { url: `${path}?user_id=${subject.user_id}${more}` }
  },
})

const byId = (url: (s: Subject) => string, body?: (s: Subject) => unknown): Call => ({
  kind: 'named',
  send: (relation, records) => {
    const subject = subjectOf(relation, records)
    return subject && { url: url(subject), ...(body && { body: body(subject) }) }
  },
})

const ofHouse = (url: string, { body, ...more }: Partial<Call> & { body?: (asker_id: number) => unknown } = {}): Call => ({
  kind: 'house',
  send: (relation, _, asker_id) => (relation === 'own' ? { url, ...(body && { body: body(asker_id) }) } : undefined),
  ...more,
})

const byIds = (url: (ids: number[]) => string): Call => ({
  kind: 'list',
  send: (relation, records) => {
    if (relation === 'swapped') return { url: url([records.hanako.user_id, records.taro.user_id]) }
    const subject = subjectOf(relation, records)
    return subject && { url: url([subject.user_id]) }
  },
})

/** One's own: a number belongs to one person. */
const phone = ({ user_id }: Subject) => ({ phone_number: `090-${String(user_id).padStart(8, '0')}` })
let strangers = 0
/** Another e-mail each time, so that no account's limit is reached. */
const stranger = () => ({ email: `stranger${++strangers}@example.com` })

let judged = 0
/** The same judgement is open once. */
const nextDisease = () => 2 + (judged++ % 110)
let found = 0
const newDisease = () => ({ name: `Disease ${++found}`, name_ja: `病気${found}` })

/** Every call of the contract by method and path, and how it is addressed. A call that is not here fails the matrix. */
export const calls: Record<string, Call> = {
  'POST /api/sign_in': ofHouse('/api/sign_in', { body: () => ({ ...stranger(), password: 'not-the-password' }), answers: 401 }),
  'POST /api/sign_in_v2': ofHouse('/api/sign_in_v2', { body: () => ({ ...stranger(), password: 'not-the-password' }), answers: 401 }),
  'POST /api/auth_otp': ofHouse('/api/auth_otp', { body: () => ({ ...stranger(), otp: '123456', challenge: 'none' }), answers: 401 }),
  'DELETE /api/sign_out': ofHouse('/api/sign_out', { endsSession: true }),
  'GET /api/users/:id': byId((s) => `/api/users/${s.user_id}?include[]=contracts`),
  'PATCH /api/users/:id': { ...byId((s) => `/api/users/${s.user_id}`, phone), others: 'profile.write' },
  'PUT /users/:id': { ...byId((s) => `/users/${s.user_id}`, phone), others: 'profile.write' },
  'GET /api/users': ofHouse('/api/users?role[]=patient'),
  'GET /api/users/patients': byIds(
    (ids) => `/api/users/patients?${ids.map((id) => `q[id_in][]=${id}`).join('&')}&include=contracts,care_people,allergy_reactions`,
  ),
  'GET /api/care_people': byUser('/api/care_people'),
  'GET /api/contracts': byIds((ids) => `/api/contracts?${ids.map((id) => `user_ids[]=${id}`).join('&')}&include[]=plan`),
  'GET /api/plans': ofHouse('/api/plans'),
  'GET /api/message_rooms/list': ofHouse('/api/message_rooms/list'),
  'GET /api/message_rooms/:id': byId((s) => `/api/message_rooms/${s.room_id}`),
  'GET /api/numeric_test_result_categories': ofHouse('/api/numeric_test_result_categories'),
  'GET /api/numeric_test_result_category_reference_ranges': byUser('/api/numeric_test_result_category_reference_ranges'),
  'GET /api/test_packages': byUser('/api/test_packages'),
  'GET /api/test_results': byUser('/api/test_results', '&include[]=category'),
  'GET /api/test_packages/:id/test_results': {
    kind: 'named',
    send: (relation, records) => {
      if (relation === 'unreleased') return { url: `/api/test_packages/${records.hanako.unreleased_id}/test_results` }
      const subject = relation === 'staff' ? undefined : subjectOf(relation, records)
      return subject && { url: `/api/test_packages/${subject.package_id}/test_results?include[]=category` }
    },
  },
  'GET /api/allergy_reactions': byUser('/api/allergy_reactions'),
  'GET /api/habit_goals': byUser('/api/habit_goals'),
  'POST /api/habit_goals': byId(
    () => '/api/habit_goals',
    ({ user_id }) => ({ user_id, content: '歩く', kind: 'sport' }),
  ),
  'PUT /api/habit_goals/:id': byId(
    (s) => `/api/habit_goals/${s.goal_id}`,
    () => ({ achieved_on: '2026-01-10' }),
  ),
  'DELETE /api/habit_goals/:id': byId((s) => `/api/habit_goals/${s.spare_goal_ids.shift() ?? s.goal_id}`),
  'GET /api/habit_goal_templates': ofHouse('/api/habit_goal_templates'),
  'GET /api/assessments': byUser('/api/assessments', '&include[]=disease'),
  'POST /api/assessments': byId(
    () => '/api/assessments',
    ({ user_id }) => ({ user_id, disease_id: nextDisease(), kind: 'high_risk' }),
  ),
  'PUT /api/assessments/:id': byId(
    (s) => `/api/assessments/${s.assessment_id}`,
    () => ({ solved_on: '2026-01-11' }),
  ),
  'GET /api/diseases': ofHouse('/api/diseases?include=indicators,prevent_plans,disease_risks'),
  'GET /api/diseases/:id': ofHouse('/api/diseases/1?include=indicators,prevent_plans,disease_risks'),
  'POST /api/diseases': ofHouse('/api/diseases', { body: newDisease }),
  'GET /api/events': ofHouse('/api/events', { isStream: true }),
  'POST /api/visits': ofHouse('/api/visits', { body: (asker_id) => ({ page: '/admin', user_id: asker_id || 1 }) }),
  'POST /api/client_errors': ofHouse('/api/client_errors', { body: () => ({ kind: 'FETCH_ERROR' }) }),
}

export const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`

export const callOf = (endpoint: Endpoint): Call => {
  const call = calls[keyOf(endpoint)]
  if (!call) throw new Error(`nobody says how ${keyOf(endpoint)} is addressed`)
  return call
}

/** The matrix' verdict, from the permission table alone. */
export const expectedStatus = (endpoint: Endpoint, role: Role | undefined, relation: Relation): number => {
  const call = callOf(endpoint)
  const good = call.answers ?? endpoint.status ?? 200
  if (endpoint.permission === 'public') return good
  if (!role) return 401
  if (call.kind === 'house') return scopeOf(role, endpoint.permission) ? good : 403
  // for a member of staff no patient is themself
  const isSelf = role === 'patient' && (relation === 'own' || relation === 'unreleased')
  const scope = scopeOf(role, isSelf ? endpoint.permission : (call.others ?? endpoint.permission))
  if (!scope) return 403
  if (call.kind === 'list') return good
  if (relation === 'absent') return 404
  // people who are no patients are the administration's
  if (relation === 'staff') return role === 'admin' && /users\/:id$/.test(endpoint.path) ? good : 404
  if (scope === 'all') return good
  return relation === 'own' ? good : 404
}
