import type { Row } from '../permissions.ts'
import { type Call, get, nextOf, none, post, put, read, remove, type SeparateIds } from './call.ts'
import { person, under } from './reply.ts'

const write: Row = 'interview summary, minutes'
const feeds: Row = 'own calendar feeds'
const open: Row = 'without signing in'

/** Covered by separate tests: most need webhook data or a calendar feed. */
export const separateMinutesCalls: Record<string, Call<SeparateIds>> = {
  'GET /api/interviews/{id}/auto_minutes': get(({ minutes: { interview } }) => `/api/interviews/${interview}/auto_minutes`, 'read minutes', 'person', {
    reply: [
      ...under(
        'auto_minutes.',
        'id interview_id name met_at duration_seconds status sections transcript action_items proposed_summary patient_summary decided_by decided_at',
      ),
      ...under('auto_minutes.', 'edited_at updated_at'),
      ...under('auto_minutes.sections[].', 'kind title sentences'),
      ...under('auto_minutes.sections[].sentences[].', 'text source.from source.to'),
      ...under('auto_minutes.transcript[].', 'speaker text at'),
      ...under('auto_minutes.action_items[].', 'id content description assignee_name is_done task_id habit_goal_id'),
      ...under('auto_minutes.decided_by.', person),
    ],
  }),
  'PUT /api/interviews/{id}/auto_minutes': put(
    ({ minutes: { interview } }) => `/api/interviews/${interview}/auto_minutes`,
    () => ({ sections: [{ kind: 'summary', sentences: ['夕食が遅い。'] }] }),
    write,
  ),
  'POST /api/interviews/{id}/auto_minutes/approve': post(
    ({ minutes: { draftedInterviewIds } }) => `/api/interviews/${nextOf(draftedInterviewIds)}/auto_minutes/approve`,
    () => ({ patient_summary: '夕食を2回に分けましょう。' }),
    write,
    'person',
    { good: 200 },
  ),
  'POST /api/interviews/{id}/auto_minutes/reject': post(
    ({ minutes: { draftedInterviewIds: ids } }) => `/api/interviews/${ids.length > 1 ? ids.pop() : ids[0]}/auto_minutes/reject`,
    () => ({}),
    write,
    'person',
    { good: 204 },
  ),
  'POST /api/auto_minutes/action_items/{id}/become': post(
    ({ minutes: { items } }) => `/api/auto_minutes/action_items/${nextOf(items)}/become`,
    () => ({ kind: 'task', due_on: '2026-11-27' }),
    write,
    'person',
    { good: 200 },
  ),
  'GET /api/unmatched_minutes': get(() => '/api/unmatched_minutes', write, 'none', {
    reply: [
      ...under('items[].', 'id name met_at duration_seconds attendees attendees[] candidates'),
      ...under('items[].candidates[].', 'id kind name conducted_at'),
      ...under('items[].candidates[].interviewee.', person),
    ],
  }),
  'POST /api/unmatched_minutes/{id}/assign': post(
    ({ minutes: { unmatched } }) => `/api/unmatched_minutes/${nextOf(unmatched)}/assign`,
    ({ minutes: { freeInterviews } }) => ({ interview_id: nextOf(freeInterviews) }),
    write,
    'person',
    { good: 200 },
  ),
  'DELETE /api/unmatched_minutes/{id}': remove(({ minutes: { unmatched } }) => `/api/unmatched_minutes/${unmatched.pop() ?? none}`, write, 'none'),
  // unsigned, and without a configured secret
  'POST /webhooks/circleback': post(
    () => '/webhooks/circleback',
    () => ({ id: 1 }),
    open,
    'none',
    { good: 404 },
  ),
  'GET /calendar_feeds/{secret}': get(() => '/calendar_feeds/x.ics', open, 'none', { isFile: true, good: 404 }),
  'GET /api/calendar_feeds': get(() => '/api/calendar_feeds', feeds, 'none', { reply: under('items[].', 'id name shows_initials last_used_at created_at') }),
  'POST /api/calendar_feeds': post(
    () => '/api/calendar_feeds',
    () => ({ name: '電話' }),
    feeds,
    'none',
  ),
  'DELETE /api/calendar_feeds/{id}': remove(({ feeds: ids }) => `/api/calendar_feeds/${ids.pop() ?? none}`, feeds, 'none'),
  'GET /interviews/{id}/calendar': get(({ minutes: { interview } }) => `/interviews/${interview}/calendar`, read, 'person', { isFile: true }),
}
