import { byUser, type Call, catalogue, healthData, post, put, read, remove } from './call.ts'
import { paged, under } from './reply.ts'

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(new Date())
const goals = 'habit goals, own or any'

/** Habit goals and what patients measure. */
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
      ...under('items[].', 'id user_id category_id category recorded_at values text created_by created_at'),
      ...under('items[].values[].', 'name value'),
    ],
  }),
  'POST /api/health_records': post(
    () => '/api/health_records',
    ({ user }) => ({ user_id: user, category: 'body_weight', value: 61.5, recorded_at: '2026-01-10T00:00:00Z' }),
    healthData,
  ),
  'DELETE /api/health_records/{id}': remove(
    ({ healthRecord, spareHealthRecords }) => `/api/health_records/${spareHealthRecords.shift() ?? healthRecord}`,
    healthData,
  ),
}
