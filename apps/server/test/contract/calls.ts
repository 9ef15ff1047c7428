import { bookingCalls } from './booking-calls.ts'
import { bulkCalls } from './bulk-calls.ts'
import {
  allergies,
  type Built,
  bookings,
  formWith,
  get,
  healthData,
  judgements,
  newDisease,
  nextDisease,
  phone,
  picturesOf,
  post,
  put,
  read,
  results,
  rowsOf,
  today,
  writing,
} from './call.ts'
import { interviewCalls } from './interview-calls.ts'
import { karteCalls } from './karte-calls.ts'
import { markCalls } from './mark-calls.ts'
import { messageCalls } from './message-calls.ts'
import { noticeCalls } from './notice-calls.ts'

const stressAnswers = Object.entries({ A: 17, B: 29, C: 9, D: 2 }).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, i) => ({ code: `${section}${i + 1}`, value: 1 })),
)
const coordinationRead = 'read pins, reminders, data entry requests'
const coordination = 'write pins, reminders, data entry requests'

/** Implemented calls, typed by hand. */
export const built: Record<string, Built> = {
  ...bookingCalls,
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
  ...messageCalls,
  ...noticeCalls,
  ...markCalls,
  ...bulkCalls,
  'GET /api/numeric_test_result_categories': get(() => '/api/numeric_test_result_categories', 'catalogue', 'none'),
  'GET /api/numeric_test_result_category_reference_ranges': get(
    ({ user }) => `/api/numeric_test_result_category_reference_ranges?user_id=${user}&category_names[]=ldl_cholesterol`,
    read,
  ),
  'GET /api/test_packages': get(({ user }) => `/api/test_packages?user_id=${user}`, read),
  'GET /api/test_packages/{id}/test_results': get(({ package: id }) => `/api/test_packages/${id}/test_results`, read),
  'GET /api/test_results': get(({ user }) => `/api/test_results?user_id=${user}&count=5&include[]=category&categories[]=ldl_cholesterol`, read),
  'GET /api/test_categories': get(() => '/api/test_categories', 'catalogue', 'none'),
  'PUT /api/test_packages/{id}': put(
    ({ package: id }) => `/api/test_packages/${id}`,
    () => ({ detail: '空腹でお越しください', location: 'みなとさくらクリニック', name: '人間ドック', tested_at: '2026-01-10T00:00:00Z', tests_attributes: [] }),
    bookings,
  ),
  'POST /api/test_packages/{id}/release': {
    ...post(
      ({ sparePackage }) => `/api/test_packages/${sparePackage}/release`,
      () => ({ comment: '全体に良い結果でした。', called_on: '2026-01-11' }),
      results,
    ),
    good: 200,
  },
  'DELETE /api/test_packages/{id}/release': {
    method: 'DELETE',
    path: ({ sparePackage }) => `/api/test_packages/${sparePackage}/release`,
    row: results,
    names: 'person',
    good: 200,
  },
  'POST /api/test_results/bulk': {
    ...post(
      () => '/api/test_results/bulk',
      ({ user }) => ({ user_id: user, results: [{ category_name: 'ldl_cholesterol', value: 118, unit: 'mg/dL', recorded_at: '2026-01-10T00:00:00Z' }] }),
      results,
    ),
    good: 200,
  },
  'PUT /api/test_results/{id}': put(
    ({ result }) => `/api/test_results/${result}`,
    () => ({ value: 119 }),
    results,
  ),
  'DELETE /api/test_results/{id}': {
    method: 'DELETE',
    path: ({ result, spareResults }) => `/api/test_results/${spareResults.shift() ?? result}`,
    row: results,
    names: 'person',
    good: 204,
  },
  'GET /api/image_test_result_categories': get(() => '/api/image_test_result_categories', 'catalogue', 'none'),
  'GET /api/image_test_results': get(({ user }) => `/api/image_test_results?user_id=${user}&include[]=category`, read),
  'POST /api/image_test_results': post(
    () => '/api/image_test_results',
    (ids) => picturesOf(ids, 1),
    'test results, images',
  ),
  'PUT /api/image_test_results/{id}': put(
    ({ imageResult }) => `/api/image_test_results/${imageResult}`,
    () => ({ finding: '経過観察', status: 2 }),
    'test results, images',
  ),
  'DELETE /api/image_test_results/{id}': {
    method: 'DELETE',
    path: ({ imageResult, spareImageResults }) => `/api/image_test_results/${spareImageResults.shift() ?? imageResult}`,
    row: 'test results, images',
    names: 'person',
    good: 204,
  },
  'POST /api/image_test_results/{id}/images': post(
    ({ imageResult }) => `/api/image_test_results/${imageResult}/images`,
    () => formWith({}, 1),
    'test results, images',
  ),
  'DELETE /api/image_test_results/{id}/images/{imageId}': {
    method: 'DELETE',
    path: ({ imageResult, image, spareImages }) => `/api/image_test_results/${imageResult}/images/${spareImages.shift() ?? image}`,
    row: 'test results, images',
    names: 'person',
    good: 204,
  },
  'GET /api/allergy_reactions': get(({ user }) => `/api/allergy_reactions?user_id=${user}`, read),
  ...allergies,
  // each kind can be recorded once, and all are recorded already
  'POST /api/allergy_reactions': { ...allergies['POST /api/allergy_reactions']!, good: 422 },
  ...rowsOf('past_illnesses', { disease_id: 1, diagnosed_on: '2019' }, { detail: '経過は良好' }),
  ...rowsOf('family_past_illnesses', { disease_id: 1, relative: 'father' }, { diagnosed_age: 60 }),
  ...rowsOf('performed_operations', { name: '虫垂切除術' }, { operated_on: '1999' }),
  ...rowsOf('medicine_intakes', { name: '漢方薬' }, { ended_on: '2026-01-11' }),
  ...rowsOf('supplement_intakes', { name: '青汁' }, { ended_on: new Date().toISOString().slice(0, 10) }),
  'GET /api/medicines': get(() => '/api/medicines?q=a', 'catalogue', 'none'),
  'GET /api/supplements': get(() => '/api/supplements?q=a', 'catalogue', 'none'),
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
  'PUT /api/habit_goals/{id}/days/{day}': put(
    ({ goal }) => `/api/habit_goals/${goal}/days/${today()}`,
    () => ({ done: true }),
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
  'GET /api/health_scores': get(({ user }) => `/api/health_scores?user_id=${user}&category_name=total,lipid&count=2&include[]=sources`, read),
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
  ...interviewCalls,
  'GET /api/kartes': get(({ user }) => `/api/kartes?user_id=${user}&page=1`, 'read kartes'),
  'GET /api/tasks': get(({ user }) => `/api/tasks?user_id=${user}&assignee_id=me&state=open&page=1`, coordinationRead),
  'POST /api/tasks': post(
    () => '/api/tasks',
    ({ user }) => ({ user_id: user, content: '電話する', due_on: '2026-01-12' }),
    coordination,
  ),
  'PUT /api/tasks/{id}': put(
    ({ tasks }) => `/api/tasks/${tasks[0]}`,
    () => ({ done: true }),
    coordination,
  ),
  'DELETE /api/tasks/{id}': {
    method: 'DELETE',
    path: ({ tasks }) => `/api/tasks/${tasks.length > 1 ? tasks.pop() : tasks[0]}`,
    row: coordination,
    names: 'person',
    good: 204,
  },
  'GET /api/today': get(() => '/api/today?scope=all', coordinationRead, 'none'),
  'GET /api/today/{section}': get(() => '/api/today/no_data?scope=all&reviewed=true&page=1', coordinationRead, 'none'),
  'POST /api/today_reviews': post(
    () => '/api/today_reviews',
    ({ user }) => ({ user_id: user, section: 'no_data', version: '2026-01-10T00:00:00Z' }),
    coordination,
  ),
  'DELETE /api/today_reviews/{id}': {
    method: 'DELETE',
    path: ({ reviews }) => `/api/today_reviews/${reviews.length > 1 ? reviews.pop() : reviews[0]}`,
    row: coordination,
    names: 'person',
    good: 204,
  },
  ...karteCalls,
  'GET /api/timeline': get(({ user }) => `/api/timeline?user_id=${user}&kinds[]=karte&kinds[]=interview&q=血圧&month=2026-10&limit=5`, read),
  'GET /api/timeline/months': get(({ user }) => `/api/timeline/months?user_id=${user}&q=血圧`, read),
  'GET /api/results_imports': get(() => '/api/results_imports?page=1', 'test results, images', 'none'),
  'POST /api/results_imports': post(
    () => '/api/results_imports',
    () => ({ file_name: 'kenshin.csv', size: 99, content: 'YSxiCjEsMg==' }),
    'test results, images',
    'none',
  ),
  'GET /api/job_stress_check_form': get(() => '/api/job_stress_check_form', 'catalogue', 'none'),
  'GET /api/job_stress_checks': get(({ user }) => `/api/job_stress_checks?user_id=${user}&limit=3`, 'read shared stress checks'),
  'POST /api/job_stress_check_results': post(
    () => '/api/job_stress_check_results',
    ({ user }) => ({ user_id: user, answers: stressAnswers, consented: false }),
    'answer a stress check',
  ),
  'GET /api/job_stress_check_link': get(({ user }) => `/api/job_stress_check_link?user_id=${user}`, 'answer a stress check'),
  'GET /api/job_stress_check_draft': get(({ user }) => `/api/job_stress_check_draft?user_id=${user}`, 'answer a stress check'),
  'PUT /api/job_stress_check_draft': put(
    () => '/api/job_stress_check_draft',
    ({ user }) => ({ user_id: user, answers: [{ code: 'A1', value: 3 }] }),
    'answer a stress check',
  ),
  'GET /api/data_entry_requests': get(({ room }) => `/api/data_entry_requests?message_room_id=${room}`, read),
  'POST /api/data_entry_requests': post(
    () => '/api/data_entry_requests',
    ({ user }) => ({ patient_id: user, kind: 'questionnaire', parts: ['lifestyles'], due_on: '2040-01-12', note: '健診の前にお願いします' }),
    coordination,
  ),
  'PATCH /api/data_entry_requests/{id}': writing('PATCH', 200)(
    ({ request }) => `/api/data_entry_requests/${request}`,
    () => ({ state: 'cancelled' }),
    coordination,
  ),
  'GET /api/questionnaires': get(({ user }) => `/api/questionnaires?user_id=${user}`, read),
  'POST /api/questionnaires': post(
    () => '/api/questionnaires',
    ({ user }) => ({ user_id: user, parts: ['symptoms'] }),
    healthData,
  ),
  'GET /api/questionnaires/{id}': get(({ questionnaire }) => `/api/questionnaires/${questionnaire}`, read),
  'PUT /api/questionnaires/{id}': put(
    ({ questionnaire }) => `/api/questionnaires/${questionnaire}`,
    () => ({ symptoms: [{ name: 'headache', value: 1 }] }),
    healthData,
  ),
  'POST /api/medical_questionnaire_answers': post(
    () => '/api/medical_questionnaire_answers',
    ({ user }) => ({
      user_id: user,
      symptoms: [{ name: 'headache', value: 1 }],
      lifestyles: [{ name: 'sleep_time', value: 6.5 }],
      allergy_reactions: [{ kind: 'pollen', is_occured: true }],
    }),
    healthData,
  ),
  'GET /api/symptom_categories': get(() => '/api/symptom_categories', 'catalogue', 'none'),
  'GET /api/symptoms': get(({ user }) => `/api/symptoms?user_id=${user}&count=3&categories[]=headache`, read),
  'GET /api/lifestyle_categories': get(() => '/api/lifestyle_categories', 'catalogue', 'none'),
  'GET /api/lifestyles': get(({ user }) => `/api/lifestyles?user_id=${user}&limit=70&category_ids[]=1&before=2026-11-01T00:00:00Z`, read),
  'GET /api/steps': get(({ user }) => `/api/steps?user_id=${user}&count=30`, read),
  'POST /api/steps/bulk': post(
    () => '/api/steps/bulk',
    ({ user }) => ({ user_id: user, steps: [{ measured_on: '2026-01-09', count: 7302 }] }),
    healthData,
  ),
  'GET /api/sleeps': get(({ user }) => `/api/sleeps?user_id=${user}&limit=10&before=2026-11-01T00:00:00Z`, read),
  'GET /api/sleeps/daily': get(({ user }) => `/api/sleeps/daily?user_id=${user}&limit=10&before=2026-11-01`, read),
  'GET /api/health_record_categories': get(() => '/api/health_record_categories', 'catalogue', 'none'),
  'GET /api/health_records': get(({ user }) => `/api/health_records?user_id=${user}&limit=10&page=1`, read),
  'POST /api/health_records': post(
    () => '/api/health_records',
    ({ user }) => ({ user_id: user, category: 'body_weight', value: 61.5, recorded_at: '2026-01-10T00:00:00Z' }),
    healthData,
  ),
  'DELETE /api/health_records/{id}': {
    method: 'DELETE',
    path: ({ record, spareRecords }) => `/api/health_records/${spareRecords.shift() ?? record}`,
    row: healthData,
    names: 'person',
    good: 204,
  },
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

/** Covered by separate tests: these calls create and end sessions. */
export const session = ['POST /api/sign_in', 'POST /api/sign_in_v2', 'POST /api/auth_otp', 'DELETE /api/sign_out']

/** Covered by separate tests: these calls need an import in progress. */
export const imports = `GET /api/results_imports/{id} | PUT /api/results_imports/{id} | DELETE /api/results_imports/{id} | POST /api/results_imports/{id}/parts
GET /api/results_imports/{id}/rows | PUT /api/results_imports/{id}/rows/{line} | POST /api/results_imports/{id}/apply | POST /api/results_imports/{id}/undo
GET /api/results_imports/{id}/errors.csv | GET /api/results_imports/{id}/kept`
  .split(/[|\n]/)
  .map((key) => key.trim())

/** Covered by a separate test: only the patient may access this object. */
export const alone = ['PUT /api/job_stress_checks/{id}']

/** Covered by separate tests: these calls need webhook data or the secret of a calendar feed. */
export const minutes = `GET /api/interviews/{id}/auto_minutes | PUT /api/interviews/{id}/auto_minutes | POST /api/interviews/{id}/auto_minutes/approve
POST /api/interviews/{id}/auto_minutes/reject | POST /api/auto_minutes/action_items/{id}/become | GET /api/unmatched_minutes
POST /api/unmatched_minutes/{id}/assign | DELETE /api/unmatched_minutes/{id} | POST /webhooks/circleback | POST /webhooks/typeform/job_stress_check_results
GET /api/calendar_feeds | POST /api/calendar_feeds | DELETE /api/calendar_feeds/{id} | GET /calendar_feeds/{secret} | GET /interviews/{id}/calendar`
  .split(/[|\n]/)
  .map((key) => key.trim())
