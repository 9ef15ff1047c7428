import type { Row } from '../permissions.ts'
import type { SendRequest } from '../server.ts'
import { bookings, byUser, type Call, get, post, put, read, remove } from './call.ts'
import { Multipart } from './multipart.ts'
import { interviewKeys, person, under } from './reply.ts'

/** Adds ten interviews of one patient. Each DELETE request removes one. */
export const interviewsOf = async (ask: SendRequest, user: number): Promise<number[]> => {
  const ids: number[] = []
  while (ids.length < 10) ids.push((await ask('POST', '/api/interviews', { body: meeting(user) })).json.id)
  return ids
}

let hours = 0
// no patient has interviews that far back
const meeting = (interviewee_id: number) => ({
  interviewee_id,
  kind: 'follow',
  conducted_at: new Date(Date.parse('2019-01-01T00:00:00Z') + ++hours * 7_200_000).toISOString(),
})
const film = Buffer.from(
  'GkXfowEAAAAAAABiQoYBAAAAAAAABAAAAAFC9wEAAAAAAAAEAAAAAULyAQAAAAAAAAQAAAAEQvMBAAAAAAAABAAAAAhCggEAAAAAAAAEd2VibUKHAQAAAAAAAAQAAAACQoUBAAAAAAAABAAAAAIYU4BnAQAAAAAAAPMVSalmAQAAAAAAAD0q17EBAAAAAAAABAAPQkBNgAEAAAAAAAAEZGVtb1dBAQAAAAAAAARkZW1vRIkBAAAAAAAACEBEAAAAAAAAFlSuawEAAAAAAABirgEAAAAAAABZ1wEAAAAAAAAEAAAAAXPFAQAAAAAAAAQAAAABgwEAAAAAAAAEAAAAAYYBAAAAAAAABVZfVlA44AEAAAAAAAAasAEAAAAAAAAEAAAAAroBAAAAAAAABAAAAAIfQ7Z1AQAAAAAAADDnAQAAAAAAAAQAAAAAowEAAAAAAAAagQAAgDABAJ0BKgEAAQAOwP4lpAADcAAAAAA=',
  'base64',
)
const notes: Row = 'interview summary, minutes'

/** Interviews and their videos. */
export const interviewCalls: Record<string, Call> = {
  'GET /api/interviews': get(({ user }) => `/api/interviews?interviewee_id=${user}&include[]=interviewee`, read, 'person', {
    filters: 'from=2020-01-01T00:00:00Z&to=2040-01-01T00:00:00Z',
    reply: [...interviewKeys('items[].'), ...under('items[].', 'interviewee'), ...under('items[].interviewee.', `${person} birthday sex`)],
  }),
  'POST /api/interviews': post(
    () => '/api/interviews',
    ({ user }) => meeting(user),
    bookings,
  ),
  'GET /api/interviews/{id}': get(({ interviews }) => `/api/interviews/${interviews[0]}`, read, 'person', { reply: interviewKeys('') }),
  'PUT /api/interviews/{id}': put(
    ({ interviews }) => `/api/interviews/${interviews[0]}`,
    () => ({}),
    'booking or summary of an interview',
  ),
  'DELETE /api/interviews/{id}': remove(({ interviews }) => `/api/interviews/${interviews.length > 1 ? interviews.pop() : interviews[0]}`, bookings),
  'GET /api/interviews/conflicts': get(
    ({ user }) => `/api/interviews/conflicts?interviewee_id=${user}&from=2026-01-12T05:00:00Z&to=2026-01-12T06:00:00Z`,
    bookings,
    'person',
    {
      filters: 'participants[]=1&except=1',
      reply: [
        ...under('items[].', 'id kind name conducted_at ends_at interviewee participants'),
        ...under('items[].interviewee.', person),
        ...under('items[].participants[].', person),
      ],
    },
  ),
  'POST /api/interviews/preview_notice': post(
    () => '/api/interviews/preview_notice',
    ({ user }) => ({ interviewee_id: user, change: 'made', conducted_at: '2026-12-05T05:00:00Z', meeting_type: 'online' }),
    bookings,
    'person',
    { good: 200 },
  ),
  'GET /api/interview_quota': byUser('/api/interview_quota', read, { filters: 'on=2026-11-01', reply: 'allowed used left from until'.split(' ') }),
  'POST /api/interviews/{id}/video': post(
    ({ interviews }) => `/api/interviews/${interviews[0]}/video`,
    () => new Multipart({}, 'video', [film], () => 'film.webm'),
    notes,
  ),
  'DELETE /api/interviews/{id}/video': remove(({ interviews }) => `/api/interviews/${interviews[0]}/video`, notes),
}
