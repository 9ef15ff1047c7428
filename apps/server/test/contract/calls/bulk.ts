import { bookings, type Call, coordination, coordinationRead, get, none, post, put, remove, type SeparateIds } from './call.ts'
import { bulkKeys, paged, person, under } from './reply.ts'

const bulk = 'bulk messages'
let titleCount = 0
const text = '{姓}様\n\n休診のお知らせです。'
const bulkMessage = () => ({ choice: { everyone: true, last_checkup_from: '2019-01-01' }, body: text })

/** Canned replies, bulk messages and interview proposals. */
export const bulkCalls: Record<string, Call> = {
  'GET /api/canned_replies': get(() => '/api/canned_replies', coordinationRead, 'none', {
    filters: 'q=予約',
    reply: [...under('items[].', 'id title body is_shared owner may_change created_at updated_at'), ...under('items[].owner.', person)],
  }),
  'POST /api/canned_replies': post(
    () => '/api/canned_replies',
    () => ({ title: `定型文${++titleCount}`, body: '{姓}様' }),
    coordination,
    'none',
  ),
  'POST /api/bulk_messages/preview': post(() => '/api/bulk_messages/preview', bulkMessage, bulk, 'none', { good: 200 }),
  'POST /api/bulk_messages/test': post(
    () => '/api/bulk_messages/test',
    ({ user }) => ({ patient_id: user, body: '{姓}様' }),
    bulk,
  ),
  'POST /api/bulk_messages': post(() => '/api/bulk_messages', bulkMessage, bulk, 'none'),
  'GET /api/bulk_messages': get(() => '/api/bulk_messages', bulk, 'none', { filters: 'page=1', reply: [...paged, ...bulkKeys('items[].')] }),
  'GET /api/interview_proposals': get(({ user }) => `/api/interview_proposals?patient_id=${user}`, 'read messages', 'person', {
    reply: [
      ...under('items[].', 'id patient_id interview_proposal'),
      ...under('items[].interview_proposal.', 'kind meeting_type minutes starts starts[] chosen_at interview_id declined_at wanted_starts wanted_starts[]'),
    ],
  }),
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

const ownCannedReply = ({ cannedReplies }: SeparateIds) => `/api/canned_replies/${cannedReplies.shift() ?? none}`

/** Covered by separate tests: these calls need the caller's own canned reply, a bulk message in a certain state, or a slot that can be booked only once. */
export const separateBulkCalls: Record<string, Call<SeparateIds>> = {
  'PUT /api/canned_replies/{id}': put(ownCannedReply, () => ({ body: text }), coordination, 'none'),
  'DELETE /api/canned_replies/{id}': remove(ownCannedReply, coordination, 'none'),
  'GET /api/bulk_messages/{id}': get(({ finishedBulk }) => `/api/bulk_messages/${finishedBulk}`, bulk, 'none', { reply: bulkKeys('') }),
  'GET /api/bulk_messages/{id}/choice': get(({ finishedBulk }) => `/api/bulk_messages/${finishedBulk}/choice`, bulk, 'none', {
    reply: [...under('', 'patients doctors diseases'), ...under('patients[].', person)],
  }),
  'GET /api/bulk_messages/{id}/recipients': get(({ finishedBulk }) => `/api/bulk_messages/${finishedBulk}/recipients`, bulk, 'none', {
    reply: [...paged, ...under('items[].', 'id patient text state reason message_id sent_at'), ...under('items[].patient.', person)],
  }),
  'POST /api/bulk_messages/{id}/stop': post(({ stoppableBulks }) => `/api/bulk_messages/${stoppableBulks.shift() ?? none}/stop`, undefined, bulk, 'none', {
    good: 200,
  }),
  'POST /api/bulk_messages/{id}/resend': post(({ failedBulks }) => `/api/bulk_messages/${failedBulks.shift() ?? none}/resend`, undefined, bulk, 'none', {
    good: 200,
  }),
  'POST /api/interview_proposals/{id}/choose': post(
    ({ proposals }) => `/api/interview_proposals/${proposals[0]?.id}/choose`,
    // `path` is called before `body`: it must not remove the proposal
    ({ proposals }) => ({ start: (proposals.length > 1 ? proposals.shift() : proposals[0])?.start }),
    'propose dates',
    'person',
    { good: 200 },
  ),
  'POST /api/interview_proposals/{id}/decline': post(
    ({ proposals }) => `/api/interview_proposals/${(proposals.length > 1 ? proposals.shift() : proposals[0])?.id}/decline`,
    () => ({ body: '午後でしたら何時でも大丈夫です。' }),
    'decline proposed dates',
    'person',
    { good: 200 },
  ),
}
