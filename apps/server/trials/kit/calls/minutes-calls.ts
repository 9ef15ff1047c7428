import { byId, type Call, nextOf, ofHouse } from './call.ts'

const of = (path = '') => `/auto_minutes${path}`

/** Minutes, their action items and calendar feeds. */
export const minutesCalls: Record<string, Call> = {
  'GET /api/interviews/:id/auto_minutes': byId((s) => `/api/interviews/${s.minutes.interview_id}${of()}`),
  'PUT /api/interviews/:id/auto_minutes': byId(
    (s) => `/api/interviews/${s.minutes.interview_id}${of()}`,
    () => ({ sections: [{ kind: 'summary', sentences: ['夕食が遅い。'] }] }),
  ),
  'POST /api/interviews/:id/auto_minutes/approve': byId(
    (s) => `/api/interviews/${nextOf(s.minutes.drafted_ids)}${of('/approve')}`,
    () => ({ patient_summary: '夕食を2回に分けましょう。' }),
  ),
  'POST /api/interviews/:id/auto_minutes/reject': byId(
    (s) => `/api/interviews/${s.minutes.drafted_ids.length > 1 ? s.minutes.drafted_ids.pop() : s.minutes.drafted_ids[0]}${of('/reject')}`,
    () => ({}),
  ),
  'POST /api/auto_minutes/action_items/:id/become': byId(
    (s) => `/api/auto_minutes/action_items/${nextOf(s.minutes.item_ids)}/become`,
    () => ({ kind: 'task', due_on: '2026-11-27' }),
  ),
  'GET /api/unmatched_minutes': ofHouse('/api/unmatched_minutes'),
  'POST /api/unmatched_minutes/:id/assign': byId(
    (s) => `/api/unmatched_minutes/${nextOf(s.minutes.waiting_ids)}/assign`,
    (s) => ({ interview_id: nextOf(s.minutes.free_ids) }),
  ),
  'DELETE /api/unmatched_minutes/:id': {
    kind: 'context',
    send: (relation, { hanako }) => (relation === 'own' ? { url: `/api/unmatched_minutes/${hanako.minutes.waiting_ids.pop()}` } : undefined),
  },
  // unsigned, and without a configured secret
  'POST /webhooks/circleback': ofHouse('/webhooks/circleback', { body: () => ({ id: 1 }), answers: 404 }),
  'GET /calendar_feeds/:secret': ofHouse('/calendar_feeds/x.ics', { isFile: true, answers: 404 }),
  'GET /api/calendar_feeds': ofHouse('/api/calendar_feeds'),
  'POST /api/calendar_feeds': ofHouse('/api/calendar_feeds', { body: () => ({ name: '電話' }) }),
  'DELETE /api/calendar_feeds/:id': {
    kind: 'context',
    send: (relation, { feeds }, asker_id) => (relation === 'own' ? { url: `/api/calendar_feeds/${feeds[asker_id]?.pop() ?? 1}` } : undefined),
  },
  'GET /interviews/:id/calendar': { ...byId((s) => `/interviews/${s.minutes.interview_id}/calendar`), isFile: true },
}
