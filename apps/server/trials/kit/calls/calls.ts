import { tokyoDay } from '@sukoyaka/rules/time'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { formOf } from '../../../test/form.ts'
import { bookingCalls } from './booking-calls.ts'
import { bulkCalls } from './bulk-calls.ts'
import {
  adding,
  byId,
  byIds,
  byUser,
  type Call,
  changing,
  dot,
  newDisease,
  nextDisease,
  nextOf,
  ofHouse,
  ofImport,
  part,
  phone,
  removing,
  stranger,
  subjectOf,
} from './call.ts'
import { interviewCalls } from './interview-calls.ts'
import { karteCalls } from './karte-calls.ts'
import { markCalls } from './mark-calls.ts'
import { messageCalls } from './message-calls.ts'
import { minutesCalls } from './minutes-calls.ts'
import { noticeCalls } from './notice-calls.ts'

const stressAnswers = Object.entries({ A: 17, B: 29, C: 9, D: 2 }).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, i) => ({ code: `${section}${i + 1}`, value: 2 })),
)

/** Requests for every endpoint of the contract, by method and path. S-4 and the matrix fail if an endpoint is missing. */
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
  ...messageCalls,
  ...noticeCalls,
  ...markCalls,
  ...bulkCalls,
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
  'GET /api/test_categories': ofHouse('/api/test_categories'),
  'POST /api/test_packages/:id/release': byId(
    (s) => `/api/test_packages/${s.spare_package_id}/release`,
    () => ({ called_on: '2026-01-11' }),
  ),
  'DELETE /api/test_packages/:id/release': byId((s) => `/api/test_packages/${s.spare_package_id}/release`),
  'POST /api/test_results/bulk': byId(
    () => '/api/test_results/bulk',
    ({ user_id }) => ({ user_id, results: [{ category_name: 'ldl_cholesterol', value: 118, recorded_at: '2026-01-10T00:00:00Z' }] }),
  ),
  'PUT /api/test_results/:id': byId(
    (s) => `/api/test_results/${s.result_id}`,
    () => ({ value: 170 }),
  ),
  'DELETE /api/test_results/:id': byId((s) => `/api/test_results/${s.spare_result_ids.shift() ?? s.result_id}`),
  'GET /api/image_test_result_categories': ofHouse('/api/image_test_result_categories'),
  'GET /api/image_test_results': byUser('/api/image_test_results', '&include[]=category'),
  'POST /api/image_test_results': byId(
    () => '/api/image_test_results',
    ({ user_id, image_category_id: category_id }) => formOf({ user_id, category_id, recorded_at: '2026-01-10T00:00:00Z' }, 'images[]', dot),
  ),
  'PUT /api/image_test_results/:id': byId(
    (s) => `/api/image_test_results/${s.image_result_id}`,
    () => ({ finding: '所見なし', status: 0 }),
  ),
  'DELETE /api/image_test_results/:id': byId((s) => `/api/image_test_results/${s.spare_image_result_ids.shift() ?? s.image_result_id}`),
  'POST /api/image_test_results/:id/images': byId(
    (s) => `/api/image_test_results/${s.image_result_id}/images`,
    () => formOf({}, 'images[]', dot),
  ),
  'DELETE /api/image_test_results/:id/images/:image_id': byId(
    (s) => `/api/image_test_results/${s.image_result_id}/images/${s.spare_image_ids.shift() ?? s.image_id}`,
  ),
  'GET /api/allergy_reactions': byUser('/api/allergy_reactions'),
  'POST /api/allergy_reactions': byId(
    () => '/api/allergy_reactions',
    ({ user_id, free_kinds }) => ({ user_id, kind: nextOf(free_kinds), is_occured: true }),
  ),
  'PUT /api/allergy_reactions/:id': changing('allergy_reactions', { is_occured: true }),
  'DELETE /api/allergy_reactions/:id': removing('allergy_reactions'),
  'GET /api/past_illnesses': byUser('/api/past_illnesses', '&include[]=disease'),
  'POST /api/past_illnesses': adding('past_illnesses', { disease_id: 1, diagnosed_on: '2019' }),
  'PUT /api/past_illnesses/:id': changing('past_illnesses', { recovered_on: '2020-03' }),
  'DELETE /api/past_illnesses/:id': removing('past_illnesses'),
  'GET /api/family_past_illnesses': byUser('/api/family_past_illnesses', '&include[]=disease'),
  'POST /api/family_past_illnesses': adding('family_past_illnesses', { disease_id: 1, relative: 'father' }),
  'PUT /api/family_past_illnesses/:id': changing('family_past_illnesses', { diagnosed_age: 60 }),
  'DELETE /api/family_past_illnesses/:id': removing('family_past_illnesses'),
  'GET /api/performed_operations': byUser('/api/performed_operations'),
  'POST /api/performed_operations': adding('performed_operations', { name: '虫垂切除術' }),
  'PUT /api/performed_operations/:id': changing('performed_operations', { operated_on: '1999' }),
  'DELETE /api/performed_operations/:id': removing('performed_operations'),
  'GET /api/medicines': ofHouse('/api/medicines?q=a'),
  'GET /api/supplements': ofHouse('/api/supplements?q=a'),
  'GET /api/medicine_intakes': byUser('/api/medicine_intakes', '&include[]=medicine'),
  'POST /api/medicine_intakes': adding('medicine_intakes', { name: '漢方薬' }),
  'PUT /api/medicine_intakes/:id': changing('medicine_intakes', { ended_on: '2026-01-11' }),
  'DELETE /api/medicine_intakes/:id': removing('medicine_intakes'),
  'GET /api/supplement_intakes': byUser('/api/supplement_intakes', '&include[]=supplement'),
  'POST /api/supplement_intakes': adding('supplement_intakes', { name: '青汁' }),
  'PUT /api/supplement_intakes/:id': changing('supplement_intakes', { ended_on: '2026-01-11' }),
  'DELETE /api/supplement_intakes/:id': removing('supplement_intakes'),
  'GET /api/habit_goals': byUser('/api/habit_goals'),
  'POST /api/habit_goals': byId(
    () => '/api/habit_goals',
    ({ user_id }) => ({ user_id, content: '歩く', kind: 'sport' }),
  ),
  'PUT /api/habit_goals/:id': byId(
    (s) => `/api/habit_goals/${s.goal_id}`,
    () => ({ achieved_on: '2026-01-10' }),
  ),
  'PUT /api/habit_goals/:id/days/:day': byId(
    (s) => `/api/habit_goals/${s.goal_id}/days/${tokyoDay(new Date())}`,
    () => ({ done: true }),
  ),
  'DELETE /api/habit_goals/:id': byId((s) => `/api/habit_goals/${s.spare_goal_ids.shift() ?? s.goal_id}`),
  'GET /api/habit_goal_templates': ofHouse('/api/habit_goal_templates'),
  'GET /api/health_scores': byUser('/api/health_scores', '&count=5&include[]=sources'),
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
  ...interviewCalls,
  'GET /api/kartes': byUser('/api/kartes'),
  'GET /api/tasks': byUser('/api/tasks', '&assignee_id=me'),
  'POST /api/tasks': byId(
    () => '/api/tasks',
    ({ user_id }) => ({ user_id, content: '電話する', due_on: '2026-01-12' }),
  ),
  'PUT /api/tasks/:id': byId(
    (s) => `/api/tasks/${s.task_ids[0]}`,
    () => ({ done: true }),
  ),
  'DELETE /api/tasks/:id': byId((s) => `/api/tasks/${s.task_ids.length > 1 ? s.task_ids.pop() : s.task_ids[0]}`),
  'GET /api/today': ofHouse('/api/today'),
  'GET /api/today/:section': ofHouse('/api/today/newly_abnormal'),
  'POST /api/today_reviews': byId(
    () => '/api/today_reviews',
    ({ user_id }) => ({ user_id, section: 'no_data', version: '2026-01-10T00:00:00Z' }),
  ),
  'DELETE /api/today_reviews/:id': byId((s) => `/api/today_reviews/${s.review_ids.length > 1 ? s.review_ids.pop() : s.review_ids[0]}`),
  ...bookingCalls,
  ...karteCalls,
  ...minutesCalls,
  'GET /api/timeline': byUser('/api/timeline', '&limit=50'),
  'GET /api/timeline/months': byUser('/api/timeline/months'),
  'GET /api/results_imports': ofHouse('/api/results_imports'),
  'POST /api/results_imports': ofHouse('/api/results_imports', { body: () => ({ file_name: 'kenshin.csv', size: 10, ...part }) }),
  'GET /api/results_imports/:id': ofImport('checked', (id) => `/api/results_imports/${id}`),
  'PUT /api/results_imports/:id': ofImport('checked', (id) => `/api/results_imports/${id}`, { name: 'kenshin' }),
  'DELETE /api/results_imports/:id': ofImport('checked', (id) => `/api/results_imports/${id}`),
  'POST /api/results_imports/:id/parts': ofImport('uploaded', (id) => `/api/results_imports/${id}/parts`, { at: 3, ...part }),
  'GET /api/results_imports/:id/rows': ofImport('checked', (id) => `/api/results_imports/${id}/rows?outcome=refused`),
  'PUT /api/results_imports/:id/rows/:line': ofImport('checked', (id) => `/api/results_imports/${id}/rows/2`, { cells: [{ at: 0, text: 'y' }] }),
  'POST /api/results_imports/:id/apply': ofImport('checked', (id) => `/api/results_imports/${id}/apply`, {}),
  'POST /api/results_imports/:id/undo': ofImport('applied', (id) => `/api/results_imports/${id}/undo`, {}),
  'GET /api/results_imports/:id/errors.csv': { ...ofImport('checked', (id) => `/api/results_imports/${id}/errors.csv`), isFile: true },
  'GET /api/results_imports/:id/kept': ofImport('applied', (id) => `/api/results_imports/${id}/kept`),
  'GET /api/job_stress_check_form': ofHouse('/api/job_stress_check_form'),
  'GET /api/job_stress_checks': byUser('/api/job_stress_checks', '&limit=5'),
  'POST /api/job_stress_check_results': byId(
    () => '/api/job_stress_check_results',
    ({ user_id }) => ({ user_id, answers: stressAnswers }),
  ),
  'PUT /api/job_stress_checks/:id': byId(
    (s) => `/api/job_stress_checks/${s.stress_check_id}`,
    () => ({ consented: true }),
  ),
  'GET /api/job_stress_check_link': byUser('/api/job_stress_check_link'),
  'POST /webhooks/typeform/job_stress_check_results': ofHouse('/webhooks/typeform/job_stress_check_results', {
    body: () => ({ event_type: 'x' }),
    answers: 404,
  }),
  'GET /api/job_stress_check_draft': byUser('/api/job_stress_check_draft'),
  'PUT /api/job_stress_check_draft': byId(
    () => '/api/job_stress_check_draft',
    ({ user_id }) => ({ user_id, answers: [{ code: 'A1', value: 2 }] }),
  ),
  'GET /api/data_entry_requests': byId((s) => `/api/data_entry_requests?patient_id=${s.user_id}`),
  'POST /api/data_entry_requests': byId(
    () => '/api/data_entry_requests',
    ({ user_id }) => ({ patient_id: user_id, kind: 'questionnaire', parts: ['lifestyles'], due_on: '2040-01-12' }),
  ),
  'PATCH /api/data_entry_requests/:id': byId(
    (s) => `/api/data_entry_requests/${s.asked.request_id}`,
    () => ({ state: 'cancelled' }),
  ),
  'GET /api/questionnaires': byUser('/api/questionnaires'),
  'POST /api/questionnaires': byId(
    () => '/api/questionnaires',
    ({ user_id }) => ({ user_id, parts: ['symptoms'] }),
  ),
  'GET /api/questionnaires/:id': byId((s) => `/api/questionnaires/${s.asked.questionnaire_id}`),
  'PUT /api/questionnaires/:id': byId(
    (s) => `/api/questionnaires/${s.asked.questionnaire_id}`,
    () => ({ symptoms: [{ name: 'headache', value: 1 }] }),
  ),
  'POST /api/medical_questionnaire_answers': byId(
    () => '/api/medical_questionnaire_answers',
    ({ user_id }) => ({
      user_id,
      symptoms: [{ name: 'headache', value: 1 }],
      lifestyles: [{ name: 'sleep_time', value: 6.5 }],
      allergy_reactions: [{ kind: 'pollen', is_occured: true }],
    }),
  ),
  'GET /api/symptom_categories': ofHouse('/api/symptom_categories'),
  'GET /api/symptoms': byUser('/api/symptoms', '&count=5&categories[]=fatigue'),
  'GET /api/lifestyle_categories': ofHouse('/api/lifestyle_categories'),
  'GET /api/lifestyles': byUser('/api/lifestyles', '&limit=50'),
  'GET /api/steps': byUser('/api/steps', '&count=30'),
  'POST /api/steps/bulk': byId(
    () => '/api/steps/bulk',
    ({ user_id }) => ({ user_id, steps: [{ measured_on: '2026-01-09', count: 7302 }] }),
  ),
  'GET /api/sleeps': byUser('/api/sleeps', '&limit=10'),
  'GET /api/sleeps/daily': byUser('/api/sleeps/daily', '&limit=10'),
  'GET /api/health_record_categories': ofHouse('/api/health_record_categories'),
  'GET /api/health_records': byUser('/api/health_records', '&limit=10&page=1'),
  'POST /api/health_records': byId(
    () => '/api/health_records',
    ({ user_id }) => ({ user_id, category: 'body_weight', value: 61.5, recorded_at: '2026-01-10T00:00:00Z' }),
  ),
  'DELETE /api/health_records/:id': byId((s) => `/api/health_records/${s.spare_record_ids.shift() ?? s.record_id}`),
  'GET /api/events': ofHouse('/api/events', { isStream: true }),
  'POST /api/visits': ofHouse('/api/visits', { body: (asker_id) => ({ page: '/admin', user_id: asker_id || 1 }) }),
  'POST /api/client_errors': ofHouse('/api/client_errors', { body: () => ({ kind: 'FETCH_ERROR' }) }),
}

export const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`

export const callOf = (endpoint: Endpoint): Call => {
  const call = calls[keyOf(endpoint)]
  if (!call) throw new Error(`no request is defined for ${keyOf(endpoint)}`)
  return call
}
