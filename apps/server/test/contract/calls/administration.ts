import { type Call, get, type Ids, none, post, put, remove } from './call.ts'
import { referenceCalls } from './reference.ts'
import { paged, person, under } from './reply.ts'

const row = 'users, facilities, products, coupons, policies, audit log'
const names = { name_ja: '試験', name_en: '', name_kr: '' }
const nameKeys = 'name_ja name_en name_kr'
/** Older than every row: a permitted caller gets 409, and nothing changes. */
const updated_at = '2020-01-01T00:00:00.000Z'
const good = 409

const facility = () => ({
  ...names,
  ...{ name_kana: 'シケン', visible: false, sort_number: 900, phone_number: '03-0000-0009' },
  address: { zip: '105-0001', prefecture: '東京都', city: '港区', street: '虎ノ門1-2-3', building: '' },
  ...{ access_text_ja: '', access_text_en: '', access_url: '', map_url: '', additional_information_ja: '', additional_information_en: '' },
  ...{ courses: [], options: [], start_times: [], rules: [], hours: [] },
})
const service = () => ({ ...names, chat: true, full_checkup_count: 1, followup_checkup_count: 1, interview_count: 4 })
const plan = () => ({ ...names, service_id: 1, price: 0, billing_cycle: 'monthly', contract_period: 1, duration: 1, auto_update: false, sort_number: 900 })
let contractYear = 1899
/** A contract in a year in which the patient has none. */
const contract = () => {
  const year = ++contractYear
  return { plan_id: 1, started_on: `${year}-01-01`, ended_on: `${year}-01-31`, auto_update: false, next_payment_date: null }
}
const texts = { title: '試験', summary: ['要点'], body: '本文', changes: ['変更点'] }
let policyYear = 2090
/** The next version of a policy. */
const policy = () => ({
  kind: 'usage_policy',
  effective_on: `${++policyYear}-04-01`,
  ja: texts,
  en: texts,
  kr: texts,
})

const serviceKeys = `id ${nameKeys} chat full_checkup_count followup_checkup_count interview_count plan_count updated_at`
const planKeys = `id ${nameKeys} service_id price billing_cycle contract_period duration auto_update sort_number service_name updated_at`
const contractKeys = (path: string) => [
  ...under(path, 'id user_id person plan_id plan_name state started_on ended_on auto_update next_payment_date updated_at'),
  ...under(`${path}person.`, person),
]
const offeredKeys = `name ${nameKeys} price precautions_ja precautions_ja[] reservation_precaution_ja precautions_en precautions_en[] reservation_precaution_en lead_days lead_is_business test_category_names test_category_names[]`
const facilityKeys = [
  ...`id ${nameKeys} name_kana visible sort_number phone_number address access_text_ja access_text_en access_url map_url additional_information_ja additional_information_en courses options start_times rules hours updated_at`.split(
    ' ',
  ),
  ...under('address.', 'zip prefecture city street building'),
  ...under('courses[].', `${offeredKeys} kind option_names option_names[]`),
  ...under('options[].', offeredKeys),
  ...under('start_times[].', 'weekday time capacity'),
  ...under('rules[].', 'type weekdays weekdays[] dates dates[] from to days is_business time'),
  ...under('hours[].', 'weekday opens closes'),
]

const noJob = '00000000-0000-7000-8000-000000000000'
const day = new Date().toISOString().slice(0, 10)
const logFilters = ({ user }: Ids) => `user_id=${user}&patient_id=${user}&outcome=denied&from=${day}&to=${day}`
const logKeys = [
  ...under('items[].', 'id at person patient action outcome status ip changes has_more_changes'),
  ...under('items[].changes[].', 'id table_name row_id operation before after'),
  ...['person', 'patient'].flatMap((name) => under(`items[].${name}.`, person)),
]

export const administrationCalls: Record<string, Call> = {
  ...referenceCalls,
  'GET /api/audit_logs': get(() => '/api/audit_logs', row, 'none', {
    filters: (ids) => `${logFilters(ids)}&before=${none}`,
    reply: [...logKeys, 'next_before'],
  }),
  'GET /api/audit_logs/export': get(() => '/api/audit_logs/export', row, 'none', { filters: logFilters, isFile: true }),
  'GET /api/admin/facilities': get(() => '/api/admin/facilities', row, 'none', {
    filters: 'q=none&sort=-updated_at&visible=true&page=1',
    reply: [...paged, ...under('items[].', 'id name_ja access_text_ja phone_number course_count option_count visible sort_number updated_at')],
  }),
  'GET /api/admin/facilities/export': get(() => '/api/admin/facilities/export', row, 'none', { filters: 'q=none&sort=-updated_at&visible=true', isFile: true }),
  'GET /api/admin/facilities/{id}': get(() => '/api/admin/facilities/1', row, 'none', { reply: facilityKeys }),
  'POST /api/admin/facilities': post(() => '/api/admin/facilities', facility, row, 'none'),
  'PUT /api/admin/facilities/{id}': put(
    () => '/api/admin/facilities/1',
    () => ({ ...facility(), updated_at }),
    row,
    'none',
    { good },
  ),
  'GET /api/admin/services': get(() => '/api/admin/services', row, 'none', {
    filters: 'q=none&sort=name_ja&page=1',
    reply: [...paged, ...under('items[].', serviceKeys)],
  }),
  'GET /api/admin/services/export': get(() => '/api/admin/services/export', row, 'none', { filters: 'q=none&sort=name_ja', isFile: true }),
  'GET /api/admin/services/{id}': get(() => '/api/admin/services/1', row, 'none', { reply: serviceKeys.split(' ') }),
  'POST /api/admin/services': post(() => '/api/admin/services', service, row, 'none'),
  'PUT /api/admin/services/{id}': put(
    () => '/api/admin/services/1',
    () => ({ ...service(), updated_at }),
    row,
    'none',
    { good },
  ),
  'GET /api/admin/plans': get(() => '/api/admin/plans', row, 'none', {
    filters: 'q=none&sort=price&page=1',
    reply: [...paged, ...under('items[].', planKeys)],
  }),
  'GET /api/admin/plans/export': get(() => '/api/admin/plans/export', row, 'none', { filters: 'q=none&sort=price', isFile: true }),
  'GET /api/admin/plans/{id}': get(() => '/api/admin/plans/1', row, 'none', { reply: planKeys.split(' ') }),
  'POST /api/admin/plans': post(() => '/api/admin/plans', plan, row, 'none'),
  'PUT /api/admin/plans/{id}': put(
    () => '/api/admin/plans/1',
    () => ({ ...plan(), updated_at }),
    row,
    'none',
    { good },
  ),
  'GET /api/admin/contracts': get(() => '/api/admin/contracts', row, 'none', {
    filters: ({ user }) => `q=none&sort=ended_on&state=current&plan_id=1&user_id=${user}&page=1`,
    reply: [...paged, ...contractKeys('items[].')],
  }),
  'GET /api/admin/contracts/export': get(() => '/api/admin/contracts/export', row, 'none', {
    filters: ({ user }) => `q=none&sort=ended_on&state=current&plan_id=1&user_id=${user}`,
    isFile: true,
  }),
  'GET /api/admin/contracts/{id}': get(() => '/api/admin/contracts/1', row, 'none', { reply: contractKeys('') }),
  'POST /api/admin/contracts': post(
    () => '/api/admin/contracts',
    ({ user }: Ids) => ({ user_id: user, ...contract() }),
    row,
    'person',
  ),
  'PUT /api/admin/contracts/{id}': put(
    () => '/api/admin/contracts/1',
    () => ({ ...contract(), updated_at }),
    row,
    'none',
    { good },
  ),
  'DELETE /api/admin/contracts/{id}': remove(() => `/api/admin/contracts/${none}`, row, 'none', { good: 404 }),
  'GET /api/admin/care_people': get(() => '/api/admin/care_people', row, 'none', {
    filters: ({ user }) => `q=none&sort=id&role=nurse&staff_id=${user}&user_id=${user}&page=1`,
    reply: [
      ...paged,
      ...under('items[].', 'id user_id staff_id person user role main'),
      ...['person', 'user'].flatMap((name) => under(`items[].${name}.`, person)),
    ],
  }),
  'GET /api/admin/care_people/export': get(() => '/api/admin/care_people/export', row, 'none', {
    filters: ({ user }) => `q=none&sort=id&role=nurse&staff_id=${user}&user_id=${user}`,
    isFile: true,
  }),
  'GET /api/admin/care_people/{id}': get(() => `/api/admin/care_people/${none}`, row, 'none', { good: 404 }),
  'POST /api/care_people': post(
    () => '/api/care_people',
    () => ({ user_id: none, staff_id: none, main: true }),
    'care team',
    'none',
    { good: 404 },
  ),
  'PUT /api/care_people/{id}': put(
    () => `/api/care_people/${none}`,
    () => ({ main: true }),
    'care team',
    'none',
    { good: 404 },
  ),
  'DELETE /api/care_people/{id}': remove(() => `/api/care_people/${none}`, 'care team', 'none', { good: 404 }),
  'POST /api/users/{id}/handover': post(
    () => `/api/users/${none}/handover`,
    () => ({ to_user_id: none }),
    row,
    'none',
    { good: 404 },
  ),
  'PUT /api/users/{id}/role': put(
    () => `/api/users/${none}/role`,
    () => ({ role: 'nurse' }),
    row,
    'none',
    { good: 404 },
  ),
  'DELETE /api/users/{id}/lock': remove(() => `/api/users/${none}/lock`, row, 'none', { good: 404 }),
  'GET /api/users/{id}/sessions': get(() => `/api/users/${none}/sessions`, row, 'none', { good: 404 }),
  'DELETE /api/users/{id}/sessions': remove(() => `/api/users/${none}/sessions`, row, 'none', { good: 404 }),
  'GET /api/admin/system': get(() => '/api/admin/system', row, 'none', {
    reply: [
      ...'at version node started_at database queue storage integrations regular_jobs'.split(' '),
      ...under('database.', 'version bytes connections max_connections migrations'),
      ...under('queue.', 'waiting running planned failed oldest_waiting_at'),
      ...under('storage.', 'free_bytes total_bytes file_bytes'),
      ...under('integrations[].', 'name is_on settings settings[]'),
      ...under('regular_jobs[].', 'queue cron last_at last_state'),
    ],
  }),
  'GET /api/admin/failed_jobs': get(() => '/api/admin/failed_jobs', row, 'none', { reply: under('items[].', 'id queue reason tries created_at failed_at') }),
  'POST /api/admin/failed_jobs/{id}/retry': post(() => `/api/admin/failed_jobs/${noJob}/retry`, undefined, row, 'none', { good: 404 }),
  'DELETE /api/admin/failed_jobs/{id}': remove(() => `/api/admin/failed_jobs/${noJob}`, row, 'none', { good: 404 }),
  'GET /api/admin/policies': get(() => '/api/admin/policies', row, 'none', {
    filters: 'q=none&sort=effective_on&kind=privacy_policy&page=1',
    reply: [...paged, ...under('items[].', 'id kind version title state effective_on agreement_count created_at')],
  }),
  'GET /api/admin/policies/export': get(() => '/api/admin/policies/export', row, 'none', {
    filters: 'q=none&sort=effective_on&kind=privacy_policy',
    isFile: true,
  }),
  'GET /api/admin/policies/{id}': get(({ policies }) => `/api/admin/policies/${policies.privacy}`, row, 'none', {
    reply: [
      ...'id kind effective_on version created_at ja en kr'.split(' '),
      ...['ja.', 'en.', 'kr.'].flatMap((language) => under(language, 'title summary summary[] body changes changes[]')),
    ],
  }),
  'POST /api/admin/policies': post(() => '/api/admin/policies', policy, row, 'none'),
  'DELETE /api/admin/policies/{id}': remove(({ policies }) => `/api/admin/policies/${policies.privacy}`, row, 'none', { good: 422 }),
}
