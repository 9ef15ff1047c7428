import { byUser, type Call, coordination, coordinationRead, get, post, put, read, remove, results } from './call.ts'
import { interviewCalls } from './interview.ts'
import { karteCalls } from './karte.ts'
import { lifeCalls } from './life.ts'
import { peopleCalls } from './people.ts'
import { questionnaireCalls } from './questionnaire.ts'
import { recordCalls } from './record.ts'
import { categoryKeys, paged, person, timelineKeys, todayRowKeys, under, urgentContactKeys } from './reply.ts'
import { resultCalls } from './results.ts'

const findingsKeys = (at: string) => [
  ...under(at, 'total unhealthy warning unknown notable'),
  ...under(`${at}notable[].`, 'result_id value recorded_at status is_serious healthy.min healthy.max'),
  ...categoryKeys(`${at}notable[].category.`),
  ...under(`${at}notable[].history[].`, 'recorded_at value'),
]

/** Tasks, the `/today` board, the timeline and the release of results. */
export const boardCalls: Record<string, Call> = {
  'GET /api/tasks': byUser('/api/tasks?assignee_id=me', coordinationRead, {
    filters: 'given_by=me&state=open&page=1',
    reply: [
      ...paged,
      ...under(
        'items[].',
        'id user_id content due_on assignee_id assignee interview_id message message.id message.body source created_by done_at done_by created_at updated_at',
      ),
      ...under('items[].user.', person),
      ...under('items[].assignee.', person),
    ],
  }),
  'POST /api/tasks': post(
    () => '/api/tasks',
    ({ user, message }) => ({ user_id: user, content: '電話する', due_on: '2026-01-12', message_id: message }),
    coordination,
  ),
  'PUT /api/tasks/{id}': put(
    ({ tasks }) => `/api/tasks/${tasks[0]}`,
    () => ({ done: true }),
    coordination,
  ),
  'DELETE /api/tasks/{id}': remove(({ tasks }) => `/api/tasks/${tasks.length > 1 ? tasks.pop() : tasks[0]}`, coordination),
  'GET /api/today': get(() => '/api/today', coordinationRead, 'none', {
    filters: 'scope=all',
    reply: [
      ...under('', 'scope patient_count'),
      ...under('sections[].', 'section items next_page total_count reviewed_count'),
      ...todayRowKeys('sections[].items[].'),
    ],
  }),
  'GET /api/today/{section}': get(() => '/api/today/newly_abnormal', coordinationRead, 'none', {
    filters: 'scope=all&reviewed=true&page=1',
    reply: [...paged, 'reviewed_count', ...todayRowKeys('items[].')],
  }),
  'POST /api/today_reviews': post(
    () => '/api/today_reviews',
    ({ user }) => ({ user_id: user, section: 'interviews_today', version: '2026-01-10T00:00:00Z' }),
    coordination,
  ),
  'DELETE /api/today_reviews/{id}': remove(({ reviews }) => `/api/today_reviews/${reviews.length > 1 ? reviews.pop() : reviews[0]}`, coordination),
  'POST /api/urgent_contacts': post(
    () => '/api/urgent_contacts',
    ({ user }) => ({ user_id: user, section: 'worsened', version: '2026-01-10T00:00:00Z', outcome: 'not_reached', note: '留守番電話' }),
    coordination,
  ),
  'DELETE /api/urgent_contacts/{id}': remove(({ contacts }) => `/api/urgent_contacts/${contacts.length > 1 ? contacts.pop() : contacts[0]}`, coordination),
  'GET /api/timeline': byUser('/api/timeline?limit=50', read, {
    filters: 'kinds[]=karte&kinds[]=interview&q=血圧&month=2026-10',
    reply: [
      ...under('', 'older newer'),
      ...under('items[].', 'kind event id at is_day'),
      ...findingsKeys('items[].findings.'),
      ...timelineKeys('karte', karteCalls['GET /api/kartes']),
      ...timelineKeys('interview', interviewCalls['GET /api/interviews']),
      ...timelineKeys('test_package', resultCalls['GET /api/test_packages']),
      ...timelineKeys('questionnaire', questionnaireCalls['GET /api/questionnaires']),
      ...timelineKeys('habit_goal', lifeCalls['GET /api/habit_goals']),
      ...timelineKeys('assessment', recordCalls['GET /api/assessments']),
      ...timelineKeys('contract', peopleCalls['GET /api/contracts']),
      ...urgentContactKeys('items[].urgent_contact.'),
      ...under('items[].order.', 'id number user_id status source items total delivery_on delivery_window refunded_amount created_at updated_at'),
      ...under('items[].order.items[].', 'id product_id display_name price price_with_tax tax_rate quantity amount'),
    ],
  }),
  'GET /api/releases': get(() => '/api/releases', results, 'none', {
    filters: 'import_id=1',
    reply: [
      ...under('', 'counts.urgent counts.review counts.within released_count'),
      ...under('items[].', 'group version has_open_values board_row hold'),
      ...under('items[].hold.', 'version comment held_by releases_at seconds_left'),
      ...under('items[].hold.held_by.', person),
      ...todayRowKeys('items[].board_row.'),
      ...under('items[].patient.', 'id first_name last_name first_name_kana last_name_kana icon birthday sex phone_number'),
      ...(resultCalls['GET /api/test_packages']?.reply ?? []).map((key) => key.replace('items[].', 'items[].checkup.')),
      ...findingsKeys('items[].findings.'),
    ],
  }),
  'POST /api/releases': post(
    () => '/api/releases',
    ({ sparePackage }) => ({ items: [{ id: sparePackage, version: '1768089600000', comment: '全体に良い結果でした。', called_on: '2026-01-11' }] }),
    results,
    'none',
    { good: 200 },
  ),
  'POST /api/releases/stop': post(
    () => '/api/releases/stop',
    ({ sparePackage }) => ({ ids: [sparePackage] }),
    results,
    'none',
    { good: 200 },
  ),
  'GET /api/timeline/months': byUser('/api/timeline/months', read, { filters: 'q=血圧', reply: under('items[].', 'month kind count') }),
}
