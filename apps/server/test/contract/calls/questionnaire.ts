import { byUser, type Call, catalogue, coordination, get, healthData, patch, post, put, read, type SeparateIds } from './call.ts'
import { answersKeys, person, questionnaireKeys, under } from './reply.ts'

const stressAnswers = Object.entries({ A: 17, B: 29, C: 9, D: 2 }).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, n) => ({ code: `${section}${n + 1}`, value: 1 })),
)
const answer = 'answer a stress check'

/** Questionnaires, requests to fill them in, and stress checks. */
export const questionnaireCalls: Record<string, Call> = {
  'GET /api/job_stress_check_form': catalogue('/api/job_stress_check_form', {
    reply: [
      'display_name',
      ...under('sections[].', 'code display_name options'),
      ...under('sections[].options[].', 'value label'),
      ...under('items[].', 'code section serial text'),
    ],
  }),
  'GET /api/job_stress_checks': byUser('/api/job_stress_checks?limit=5', 'read shared stress checks', {
    reply: [
      ...under(
        'items[].',
        'id user_id answered_at source consented_at is_high_stress method total_score scale_conversion scales interview_requested_at interview_note created_at updated_at',
      ),
      ...under('items[].total_score.', 'A B C high_stress'),
      ...under('items[].scale_conversion.', 'A B C high_stress'),
      ...under('items[].scales[].', 'code display_name domain raw evaluation_point'),
    ],
  }),
  'POST /api/job_stress_check_results': post(
    () => '/api/job_stress_check_results',
    ({ user }) => ({ user_id: user, answers: stressAnswers, consented: false }),
    answer,
  ),
  'GET /api/job_stress_check_link': byUser('/api/job_stress_check_link', answer, { reply: ['user_id', 'url'] }),
  'GET /api/job_stress_check_draft': byUser('/api/job_stress_check_draft', answer, { reply: ['user_id', ...under('answers[].', 'code value'), 'updated_at'] }),
  'PUT /api/job_stress_check_draft': put(
    () => '/api/job_stress_check_draft',
    ({ user }) => ({ user_id: user, answers: [{ code: 'A1', value: 3 }] }),
    answer,
  ),
  'GET /api/data_entry_requests': get(({ user }) => `/api/data_entry_requests?patient_id=${user}`, read, 'person', {
    filters: ({ room }) => `message_room_id=${room}`,
    reply: [
      ...under(
        'items[].',
        'id patient_id kind parts parts[] due_on note state questionnaire_id requested_by requester answered_at cancelled_at created_at updated_at',
      ),
      ...under('items[].requester.', person),
    ],
  }),
  'POST /api/data_entry_requests': post(
    () => '/api/data_entry_requests',
    ({ user }) => ({ patient_id: user, kind: 'questionnaire', parts: ['lifestyles'], due_on: '2040-01-12', note: '健診の前にお願いします' }),
    coordination,
  ),
  'PATCH /api/data_entry_requests/{id}': patch(
    ({ request }) => `/api/data_entry_requests/${request}`,
    () => ({ state: 'cancelled' }),
    coordination,
  ),
  'GET /api/questionnaires': byUser('/api/questionnaires', read, { reply: questionnaireKeys('items[].') }),
  'POST /api/questionnaires': post(
    () => '/api/questionnaires',
    ({ user }) => ({ user_id: user, parts: ['symptoms'] }),
    healthData,
  ),
  'GET /api/questionnaires/{id}': get(({ questionnaire }) => `/api/questionnaires/${questionnaire}`, read, 'person', {
    reply: [...questionnaireKeys(''), ...answersKeys(''), 'last', ...answersKeys('last.')],
  }),
  'GET /api/questionnaires/{id}/document': get(({ questionnaire }) => `/api/questionnaires/${questionnaire}/document`, read, 'person', {
    filters: 'blank=true',
    isFile: true,
  }),
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
}

/** Covered by separate tests: the first two need an existing stress check, and the webhook is 404 unless a secret is configured. */
export const separateQuestionnaireCalls: Record<string, Call<SeparateIds>> = {
  'PUT /api/job_stress_checks/{id}': put(
    ({ stressCheck }) => `/api/job_stress_checks/${stressCheck}`,
    () => ({ consented: true }),
    answer,
  ),
  'PUT /api/job_stress_checks/{id}/interview_request': put(
    ({ stressCheck }) => `/api/job_stress_checks/${stressCheck}/interview_request`,
    () => ({ requested: false }),
    answer,
  ),
  // without a configured secret
  'POST /webhooks/typeform/job_stress_check_results': post(
    () => '/webhooks/typeform/job_stress_check_results',
    () => ({ event_type: 'x' }),
    'without signing in',
    'none',
    { good: 404 },
  ),
}
