import { type Built, bookings, get, post, put, read } from './call.ts'
import type { Row } from './permissions.ts'
import type { Ask } from './server.ts'

/** Interviews of one patient to delete, one per request. */
export const interviewsOf = async (ask: Ask, user: number): Promise<number[]> => {
  const ids: number[] = []
  while (ids.length < 10) ids.push((await ask('POST', '/api/interviews', { body: meeting(user) })).json.id)
  return ids
}

let hours = 0
// the demo has no interviews that far back
const meeting = (interviewee_id: number) => ({
  interviewee_id,
  kind: 'follow',
  conducted_at: new Date(Date.parse('2019-01-01T00:00:00Z') + ++hours * 7_200_000).toISOString(),
})
const film = Buffer.from(
  'GkXfowEAAAAAAABiQoYBAAAAAAAABAAAAAFC9wEAAAAAAAAEAAAAAULyAQAAAAAAAAQAAAAEQvMBAAAAAAAABAAAAAhCggEAAAAAAAAEd2VibUKHAQAAAAAAAAQAAAACQoUBAAAAAAAABAAAAAIYU4BnAQAAAAAAAPMVSalmAQAAAAAAAD0q17EBAAAAAAAABAAPQkBNgAEAAAAAAAAEZGVtb1dBAQAAAAAAAARkZW1vRIkBAAAAAAAACEBEAAAAAAAAFlSuawEAAAAAAABirgEAAAAAAABZ1wEAAAAAAAAEAAAAAXPFAQAAAAAAAAQAAAABgwEAAAAAAAAEAAAAAYYBAAAAAAAABVZfVlA44AEAAAAAAAAasAEAAAAAAAAEAAAAAroBAAAAAAAABAAAAAIfQ7Z1AQAAAAAAADDnAQAAAAAAAAQAAAAAowEAAAAAAAAagQAAgDABAJ0BKgEAAQAOwP4lpAADcAAAAAA=',
  'base64',
)
const filmed = () => {
  const form = new FormData()
  form.append('video', new Blob([film]), 'film.webm')
  return form
}
const notes: Row = 'interview summary, minutes'

export const interviewCalls: Record<string, Built> = {
  'GET /api/interviews': get(
    ({ user }) => `/api/interviews?interviewee_id=${user}&from=2020-01-01T00:00:00Z&to=2040-01-01T00:00:00Z&include[]=interviewee`,
    read,
  ),
  'POST /api/interviews': post(
    () => '/api/interviews',
    ({ user }) => meeting(user),
    bookings,
  ),
  'GET /api/interviews/{id}': get(({ interviews }) => `/api/interviews/${interviews[0]}`, read),
  'PUT /api/interviews/{id}': put(
    ({ interviews }) => `/api/interviews/${interviews[0]}`,
    () => ({}),
    'booking or summary of an interview',
  ),
  'DELETE /api/interviews/{id}': {
    method: 'DELETE',
    path: ({ interviews }) => `/api/interviews/${interviews.length > 1 ? interviews.pop() : interviews[0]}`,
    row: bookings,
    names: 'person',
    good: 204,
  },
  'GET /api/interviews/conflicts': get(
    ({ user }) => `/api/interviews/conflicts?interviewee_id=${user}&participants[]=1&from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z&except=1`,
    bookings,
  ),
  'POST /api/interviews/preview_notice': {
    ...post(
      () => '/api/interviews/preview_notice',
      ({ user }) => ({ interviewee_id: user, change: 'made', conducted_at: '2026-12-05T05:00:00Z', meeting_type: 'online' }),
      bookings,
    ),
    good: 200,
  },
  'GET /api/interview_quota': get(({ user }) => `/api/interview_quota?user_id=${user}&on=2026-11-01`, read),
  'POST /api/interviews/{id}/video': post(({ interviews }) => `/api/interviews/${interviews[0]}/video`, filmed, notes),
  'DELETE /api/interviews/{id}/video': {
    method: 'DELETE',
    path: ({ interviews }) => `/api/interviews/${interviews[0]}/video`,
    row: notes,
    names: 'person',
    good: 204,
  },
}
