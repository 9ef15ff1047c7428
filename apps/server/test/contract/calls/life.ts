import { byUser, type Call, catalogue, get, healthData, post, put, read, remove, type SeparateIds } from './call.ts'
import { paged, under } from './reply.ts'

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(new Date())
const goals = 'habit goals, own or any'

/** Habit goals, and what patients measure and answer about their daily life. */
export const lifeCalls: Record<string, Call> = {
  'GET /api/habit_goals': byUser('/api/habit_goals', read, {
    reply: [
      ...under(
        'items[].',
        'id user_id content kind template_id achieved_on days_per_week paused_on paused_until week progress categories created_at updated_at',
      ),
      ...under('items[].week[].', 'day done source'),
      ...under('items[].categories[].', 'id category_type category_id is_sync_action target status'),
    ],
  }),
  'POST /api/habit_goals': post(
    () => '/api/habit_goals',
    ({ user }) => ({ user_id: user, content: '夕食は就寝3時間前までに', kind: 'meal' }),
    goals,
  ),
  'PUT /api/habit_goals/{id}': put(
    ({ goal }) => `/api/habit_goals/${goal}`,
    () => ({ achieved_on: '2026-01-10' }),
    goals,
  ),
  'PUT /api/habit_goals/{id}/days/{day}': put(
    ({ goal }) => `/api/habit_goals/${goal}/days/${today()}`,
    () => ({ done: true }),
    goals,
  ),
  'DELETE /api/habit_goals/{id}': remove(({ goal, spareGoals }) => `/api/habit_goals/${spareGoals.shift() ?? goal}`, 'habit goals of others'),
  'GET /api/habit_goal_templates': catalogue('/api/habit_goal_templates', {
    reply: [
      ...under('items[].', 'id name kind content content_search days_per_week categories sort_number'),
      ...under('items[].categories[].', 'category_type category_id is_sync_action target'),
    ],
  }),
  'GET /api/symptom_categories': catalogue('/api/symptom_categories', {
    reply: [
      ...under('items[].', 'id name name_ja display_name name_search body_area value_type options applicable_sex red_flag sort_number'),
      ...under('items[].options[].', 'value label'),
    ],
  }),
  'GET /api/symptoms': byUser('/api/symptoms?count=5&categories[]=fatigue', read, {
    reply: under('items[].', 'id user_id category_id questionnaire_id answered_at value status'),
  }),
  'GET /api/lifestyle_categories': catalogue('/api/lifestyle_categories', {
    reply: [
      ...under(
        'items[].',
        'id name name_ja display_name name_search major_division value_type unit options range line_chart question sort_number rule.kind rule.any',
      ),
      ...under('items[].options[].', 'value label'),
      ...under('items[].range.', 'min max step'),
      ...under('items[].rule.any[].', 'op value'),
    ],
  }),
  'GET /api/lifestyles': byUser('/api/lifestyles?limit=50', read, {
    filters: 'category_ids[]=1&before=2026-11-01T00:00:00Z',
    reply: under('items[].', 'id user_id category_id questionnaire_id answered_at value status important'),
  }),
  'GET /api/steps': byUser('/api/steps?count=30', read, { reply: under('items[].', 'id user_id measured_on count status origin updated_at') }),
  'POST /api/steps/bulk': post(
    () => '/api/steps/bulk',
    ({ user }) => ({ user_id: user, steps: [{ measured_on: '2026-01-09', count: 7302 }] }),
    healthData,
  ),
  'GET /api/sleeps': byUser('/api/sleeps?limit=10', read, {
    filters: 'before=2026-11-01T00:00:00Z',
    reply: under('items[].', 'id user_id started_at ended_at is_nap origin'),
  }),
  'GET /api/sleeps/daily': byUser('/api/sleeps/daily?limit=10', read, {
    filters: 'before=2026-11-01',
    reply: under('items[].', 'user_id woke_on total_minutes night_minutes nap_minutes bedtime wake_time episodes naps'),
  }),
  'PUT /api/sleeps/daily': put(
    () => '/api/sleeps/daily',
    ({ user }) => ({ user_id: user, woke_on: '2026-01-09', bedtime: '2026-01-08T14:10:00Z', wake_time: '2026-01-08T21:20:00Z' }),
    healthData,
  ),
  'GET /api/health_record_categories': catalogue('/api/health_record_categories', {
    reply: [
      ...under('items[].', 'id name name_ja display_name value_kind unit values is_active sort_number'),
      ...under('items[].values[].', 'name display_name possible.min possible.max numeric_category'),
    ],
  }),
  'GET /api/health_records': byUser('/api/health_records?limit=10&page=1', read, {
    reply: [
      ...paged,
      ...under('items[].', 'id user_id category_id category recorded_at values text created_by created_at updated_at'),
      ...under('items[].values[].', 'name value'),
    ],
  }),
  'POST /api/health_records': post(
    () => '/api/health_records',
    ({ user }) => ({ user_id: user, category: 'body_weight', value: 61.5, recorded_at: '2026-01-10T00:00:00Z' }),
    healthData,
  ),
  'PUT /api/health_records/{id}': put(
    ({ healthRecord }) => `/api/health_records/${healthRecord}`,
    () => ({ text: '朝食前' }),
    healthData,
  ),
  'DELETE /api/health_records/{id}': remove(
    ({ healthRecord, spareHealthRecords }) => `/api/health_records/${spareHealthRecords.shift() ?? healthRecord}`,
    healthData,
  ),
}

const sample = {
  record_id: 'contract-1',
  type: 'steps',
  value: 120,
  unit: 'count',
  started_at: '2026-01-09T01:00:00Z',
  ended_at: '2026-01-09T01:05:00Z',
  zone_offset: 540,
  source: { maker: 'Apple', model: 'iPhone 15', app: 'ヘルスケア' },
}
const sampleKeys = [
  'next',
  ...under('items[].', 'record_id source_id type value unit started_at ended_at zone_offset source'),
  ...under('items[].source.', 'maker model app'),
]
const latestKeys = under('items[].', 'type posted_at last_ended_at read_from')
const own = 'own account'
const accessKeys = ['is_available', 'connected_at', 'refused_at', 'items', 'items[]']

/** Data of phones and watches. */
export const deviceCalls: Record<string, Call> = {
  'POST /apple_healthkits': post(
    () => '/apple_healthkits',
    ({ user }) => ({ user_id: user, samples: [sample] }),
    healthData,
  ),
  'POST /google_health_connect_values': post(
    () => '/google_health_connect_values',
    ({ user }) => ({ user_id: user, samples: [{ ...sample, source: { maker: 'Google', model: 'Pixel 9', app: 'Fit' } }], deleted: ['gone'] }),
    healthData,
  ),
  'GET /apple_healthkits/latest_posts': byUser('/apple_healthkits/latest_posts', read, { reply: latestKeys }),
  'GET /google_health_connect_values/latest_posts': byUser('/google_health_connect_values/latest_posts', read, { reply: latestKeys }),
  'GET /google_health_connect_values/last_sync_times': byUser('/google_health_connect_values/last_sync_times?keys[]=steps&keys[]=sleep', read, {
    reply: under('items[].', 'key last_sync_time read_from'),
  }),
  'POST /apple_healthkits/query': post(
    () => '/apple_healthkits/query',
    ({ user }) => ({ user_id: user, types: ['steps'], limit: 10 }),
    read,
    'person',
    { good: 200, reply: sampleKeys },
  ),
  'POST /google_fit_values/query': post(
    () => '/google_fit_values/query',
    ({ user }) => ({ user_id: user }),
    read,
    'person',
    { good: 200, reply: sampleKeys },
  ),
  'GET /api/device_syncs': byUser('/api/device_syncs', read, {
    reply: [
      'channels',
      'sources',
      ...under('channels[].', 'channel posted_at denied_types denied_types[]'),
      ...under('sources[].', 'id channel maker model app gaps series'),
      ...under('sources[].gaps[].', 'from to'),
      ...under('sources[].series[].', 'type last_ended_at posted_at days days[]'),
      ...under('orders.', 'activity activity[] sleep sleep[]'),
    ],
  }),
  'GET /api/device_days': byUser('/api/device_days?day=2026-01-10&kind=steps', read, {
    reply: [
      ...under('', 'day kind value landing sources silent_source_ids silent_source_ids[]'),
      ...under('sources[].', 'source_id maker model app arrived counted dropped dropped_samples spans'),
      ...under('sources[].spans[].', 'started_at ended_at is_counted'),
    ],
  }),
  'PUT /api/device_days': put(
    () => '/api/device_days',
    ({ user }) => ({ user_id: user, day: '2026-01-10', kind: 'steps' }),
    healthData,
  ),
  'PUT /api/device_orders': put(
    () => '/api/device_orders',
    // an empty list, which restores the default order, is valid for every patient
    ({ user }) => ({ user_id: user, group: 'sleep', source_ids: [] }),
    healthData,
  ),
  'GET /api/google_api_tokens/unauthorized_scopes': get(() => '/api/google_api_tokens/unauthorized_scopes', own, 'none', { reply: accessKeys }),
  'POST /api/google_api_tokens/authorizations': post(
    () => '/api/google_api_tokens/authorizations',
    () => ({}),
    own,
    'none',
  ),
  'DELETE /api/google_api_tokens': remove(() => '/api/google_api_tokens', own, 'none'),
}

export const separateDeviceCalls: Record<string, Call<SeparateIds>> = {
  // no authorization has this state
  'GET /authorized_google': get(() => '/authorized_google?code=none&state=none', own, 'none', { good: 422, reply: accessKeys }),
}
