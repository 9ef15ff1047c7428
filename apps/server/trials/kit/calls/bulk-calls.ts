import type { BulkRows } from '../rows/bulk-rows.ts'
import { byId, type Call, ofHouse, subjectOf } from './call.ts'

let titles = 0
const words = '{姓}様\n\n休診のお知らせです。'

const choosing = (url: string): Call => ({
  kind: 'context',
  send: (relation, { hanako }) => (relation === 'own' ? { url, body: { choice: { patient_ids: [hanako.user_id] }, body: words } } : undefined),
})
const ofBulk = (url: (bulk: BulkRows) => string): Call => ({
  kind: 'context',
  send: (relation, { hanako }) => (relation === 'own' ? { url: url(hanako.messages.bulk) } : undefined),
})
/** The caller's own reply, another per request; an admin's for callers who have none. */
const ofReply = (body?: object): Call => ({
  kind: 'context',
  send: (relation, { hanako, world }, asker_id) => {
    if (relation !== 'own') return undefined
    const { replies } = hanako.messages.bulk
    const id = (replies[asker_id] ?? replies[world.staff.admin.id])?.shift() ?? 0
    return { url: `/api/canned_replies/${id}`, ...(body && { body }) }
  },
})

/** Canned replies, bulk messages and interview proposals. */
export const bulkCalls: Record<string, Call> = {
  'GET /api/canned_replies': ofHouse('/api/canned_replies?q='),
  'POST /api/canned_replies': ofHouse('/api/canned_replies', { body: () => ({ title: `定型文${++titles}`, body: words, is_shared: true }) }),
  'PUT /api/canned_replies/:id': ofReply({ body: words }),
  'DELETE /api/canned_replies/:id': ofReply(),
  'POST /api/bulk_messages/preview': choosing('/api/bulk_messages/preview'),
  'POST /api/bulk_messages/test': byId(
    () => '/api/bulk_messages/test',
    ({ user_id }) => ({ patient_id: user_id, body: words }),
  ),
  'POST /api/bulk_messages': choosing('/api/bulk_messages'),
  'GET /api/bulk_messages': ofHouse('/api/bulk_messages'),
  'GET /api/bulk_messages/:id': ofBulk(({ done_id }) => `/api/bulk_messages/${done_id}`),
  'GET /api/bulk_messages/:id/recipients': ofBulk(({ done_id }) => `/api/bulk_messages/${done_id}/recipients`),
  'POST /api/bulk_messages/:id/stop': ofBulk(({ held }) => `/api/bulk_messages/${held.shift() ?? 0}/stop`),
  'POST /api/bulk_messages/:id/resend': ofBulk(({ failed }) => `/api/bulk_messages/${failed.shift() ?? 0}/resend`),
  'POST /api/interview_proposals': byId(
    () => '/api/interview_proposals',
    ({ user_id }) => ({
      patient_id: user_id,
      kind: 'follow',
      meeting_type: 'online',
      minutes: 30,
      starts: [new Date(Date.now() + 400 * 86_400_000).toISOString()],
    }),
  ),
  'POST /api/interview_proposals/:id/choose': {
    kind: 'named',
    send: (relation, records) => {
      const proposals = subjectOf(relation, records)?.messages.proposals
      const proposal = proposals && (proposals.length > 1 ? proposals.shift()! : proposals[0]!)
      return proposal && { url: `/api/interview_proposals/${proposal.id}/choose`, body: { start: proposal.start } }
    },
  },
}
