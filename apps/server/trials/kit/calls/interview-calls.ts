import { formOf } from '../../../test/form.ts'
import { byId, byUser, type Call, subjectOf } from './call.ts'

const film = {
  filename: 'film.webm',
  content: Buffer.from(
    'GkXfowEAAAAAAABiQoYBAAAAAAAABAAAAAFC9wEAAAAAAAAEAAAAAULyAQAAAAAAAAQAAAAEQvMBAAAAAAAABAAAAAhCggEAAAAAAAAEd2VibUKHAQAAAAAAAAQAAAACQoUBAAAAAAAABAAAAAIYU4BnAQAAAAAAAPMVSalmAQAAAAAAAD0q17EBAAAAAAAABAAPQkBNgAEAAAAAAAAEZGVtb1dBAQAAAAAAAARkZW1vRIkBAAAAAAAACEBEAAAAAAAAFlSuawEAAAAAAABirgEAAAAAAABZ1wEAAAAAAAAEAAAAAXPFAQAAAAAAAAQAAAABgwEAAAAAAAAEAAAAAYYBAAAAAAAABVZfVlA44AEAAAAAAAAasAEAAAAAAAAEAAAAAroBAAAAAAAABAAAAAIfQ7Z1AQAAAAAAADDnAQAAAAAAAAQAAAAAowEAAAAAAAAagQAAgDABAJ0BKgEAAQAOwP4lpAADcAAAAAA=',
    'base64',
  ),
}
let day = 0
/** A free hour, so that no interviews conflict. */
const nextHour = () => new Date(Date.parse('2021-01-01T00:00:00Z') + ++day * 7_200_000).toISOString()

export const interviewCalls: Record<string, Call> = {
  'GET /api/interviews': {
    kind: 'named',
    send: (relation, records) => {
      const subject = subjectOf(relation, records)
      return subject && { url: `/api/interviews?interviewee_id=${subject.user_id}&include[]=interviewee` }
    },
  },
  'POST /api/interviews': byId(
    () => '/api/interviews',
    ({ user_id: interviewee_id }) => ({ interviewee_id, kind: 'follow', conducted_at: nextHour() }),
  ),
  'GET /api/interviews/:id': byId((s) => `/api/interviews/${s.interview_ids[0]}`),
  'PUT /api/interviews/:id': byId(
    (s) => `/api/interviews/${s.interview_ids[0]}`,
    () => ({}),
  ),
  'DELETE /api/interviews/:id': byId((s) => `/api/interviews/${s.interview_ids.length > 1 ? s.interview_ids.pop() : s.interview_ids[0]}`),
  'GET /api/interviews/conflicts': {
    kind: 'named',
    send: (relation, records) => {
      const subject = subjectOf(relation, records)
      return subject && { url: `/api/interviews/conflicts?interviewee_id=${subject.user_id}&from=2026-01-12T05:00:00Z&to=2026-01-12T06:00:00Z` }
    },
  },
  'POST /api/interviews/preview_notice': byId(
    () => '/api/interviews/preview_notice',
    ({ user_id: interviewee_id }) => ({ interviewee_id, change: 'made', conducted_at: '2026-12-05T05:00:00Z', meeting_type: 'online' }),
  ),
  'GET /api/interview_quota': byUser('/api/interview_quota'),
  'POST /api/interviews/:id/video': byId(
    (s) => `/api/interviews/${s.interview_ids[0]}/video`,
    () => formOf({}, 'video', film),
  ),
  'DELETE /api/interviews/:id/video': byId((s) => `/api/interviews/${s.interview_ids[0]}/video`),
}
