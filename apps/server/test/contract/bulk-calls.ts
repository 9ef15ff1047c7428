import { type Built, bookings, get, post } from './call.ts'

const bulk = 'bulk messages'
let titles = 0
const letter = () => ({ choice: { everyone: true, last_checkup_from: '2019-01-01' }, body: '{姓}様\n\n休診のお知らせです。' })

export const bulkCalls: Record<string, Built> = {
  'GET /api/canned_replies': get(() => '/api/canned_replies?q=予約', 'read pins, reminders, data entry requests', 'none'),
  'POST /api/canned_replies': post(
    () => '/api/canned_replies',
    () => ({ title: `定型文${++titles}`, body: '{姓}様' }),
    'write pins, reminders, data entry requests',
    'none',
  ),
  'POST /api/bulk_messages/preview': { ...post(() => '/api/bulk_messages/preview', letter, bulk, 'none'), good: 200 },
  'POST /api/bulk_messages/test': post(
    () => '/api/bulk_messages/test',
    ({ user }) => ({ patient_id: user, body: '{姓}様' }),
    bulk,
  ),
  'POST /api/bulk_messages': post(() => '/api/bulk_messages', letter, bulk, 'none'),
  'GET /api/bulk_messages': get(() => '/api/bulk_messages?page=1', bulk, 'none'),
  'POST /api/interview_proposals': post(
    () => '/api/interview_proposals',
    ({ user }) => ({
      patient_id: user,
      kind: 'follow',
      meeting_type: 'online',
      minutes: 30,
      // the demo has no interviews that far ahead
      starts: [new Date(Date.now() + 600 * 86_400_000).toISOString()],
    }),
    bookings,
  ),
}

/** Covered by separate tests: these calls need the caller's own reply, a sent bulk message, or a slot that can be booked only once. */
export const bulkStories =
  `PUT /api/canned_replies/{id} | DELETE /api/canned_replies/{id} | GET /api/bulk_messages/{id} | GET /api/bulk_messages/{id}/recipients
POST /api/bulk_messages/{id}/stop | POST /api/bulk_messages/{id}/resend | POST /api/interview_proposals/{id}/choose`
    .split(/[|\n]/)
    .map((key) => key.trim())
