import { type Call, get, type Ids, none, post, put, remove } from './call.ts'
import { paged, person, under } from './reply.ts'

const row = 'users, facilities, products, coupons, policies, audit log'
/** Older than every row. */
const updated_at = '2020-01-01T00:00:00.000Z'

const patientKeys = (path: string) => [
  ...under(
    path,
    `${person} birthday sex email phone_number address is_registered deactivated_at last_sign_in_at open_sessions allergies created_at updated_at`,
  ),
  ...under(`${path}address.`, 'zip prefecture city street building'),
  ...under(`${path}allergies[].`, 'kind description'),
]
let viewCount = 0
/** A view with a name that no other view has. */
const view = () => ({ name: `表示${++viewCount}`, query: 'role=patient', is_shared: true })
const people = ['kept', 'duplicate', 'merged_by', 'undone_by']

/** Accounts, saved views and merging of duplicate patients. Successful merges have their own test: they would remove the patient whom the other calls need. */
export const accountCalls: Record<string, Call> = {
  'GET /api/admin/users': get(() => '/api/admin/users', row, 'none', {
    filters: 'q=none&sort=created_at&role=staff&state=active&page=1',
    reply: [
      ...paged,
      ...under('items[].', 'id account email phone_number role state last_sign_in_at created_at updated_at'),
      ...under('items[].account.', person),
    ],
  }),
  'GET /api/admin/users/export': get(() => '/api/admin/users/export', row, 'none', { filters: 'q=none&sort=account&role=staff&state=active', isFile: true }),
  'GET /api/admin/views': get(() => '/api/admin/views', row, 'none', {
    filters: 'table=users',
    reply: [...under('', 'items'), ...under('items[].', 'id table name query is_shared owner is_own updated_at'), ...under('items[].owner.', person)],
  }),
  'POST /api/admin/views': post(
    () => '/api/admin/views',
    () => ({ table: 'users', ...view() }),
    row,
    'none',
  ),
  'PUT /api/admin/views/{id}': put(
    () => `/api/admin/views/${none}`,
    () => ({ ...view(), updated_at }),
    row,
    'none',
    { good: 404 },
  ),
  'DELETE /api/admin/views/{id}': remove(() => `/api/admin/views/${none}`, row, 'none', { good: 404 }),
  'GET /api/admin/duplicates': get(() => '/api/admin/duplicates', row, 'none', {
    filters: 'page=1',
    reply: [...paged, ...under('items[].', 'first second likenesses likenesses[]'), ...patientKeys('items[].first.'), ...patientKeys('items[].second.')],
  }),
  'GET /api/admin/merge_preview': get(() => `/api/admin/merge_preview?kept_id=${none}&duplicate_id=1`, row, 'none', { good: 404 }),
  'GET /api/admin/merges': get(() => '/api/admin/merges', row, 'none', {
    filters: 'page=1',
    reply: [
      ...paged,
      ...under('items[].', 'id reason taken taken[] moved stayed merged_at undo_until undone_at'),
      ...under('items[].', people.join(' ')),
      ...people.flatMap((name) => under(`items[].${name}.`, person)),
      ...['moved', 'stayed'].flatMap((name) => under(`items[].${name}[].`, 'table rows')),
    ],
  }),
  'POST /api/admin/merges': post(
    () => '/api/admin/merges',
    // the same patient twice: a permitted caller gets 422, so that nothing changes
    ({ user }: Ids) => ({
      kept_id: user,
      duplicate_id: user,
      kept_updated_at: updated_at,
      duplicate_updated_at: updated_at,
      take: ['address'],
      reason: '試験',
    }),
    row,
    'none',
    { good: 422 },
  ),
  'POST /api/admin/merges/{id}/undo': post(() => `/api/admin/merges/${none}/undo`, undefined, row, 'none', { good: 404 }),
  'GET /api/admin/distinct_patients': get(() => '/api/admin/distinct_patients', row, 'none', {
    filters: 'page=1',
    reply: [
      ...paged,
      ...under('items[].', 'first second decided_by decided_at'),
      ...['first', 'second', 'decided_by'].flatMap((name) => under(`items[].${name}.`, person)),
    ],
  }),
  'POST /api/admin/distinct_patients': post(
    () => '/api/admin/distinct_patients',
    () => ({ first_id: none, second_id: 1 }),
    row,
    'none',
    { good: 404 },
  ),
  'DELETE /api/admin/distinct_patients/{first_id}/{second_id}': remove(() => `/api/admin/distinct_patients/${none}/1`, row, 'none', { good: 404 }),
}
