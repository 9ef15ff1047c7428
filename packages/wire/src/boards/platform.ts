import Type from 'typebox'
import { endpoint, Id, Nothing, Sent } from '../endpoint.ts'

export const listenEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  permission: 'account.own',
  summary: 'What changed, as server-sent events',
  description:
    'One stream a person (`text/event-stream`). Ids are one sequence without gaps in commit order; `Last-Event-ID` replays what was missed, or says `resync` when that is no longer kept. A heartbeat comes every 20 s; the stream ends with its session.',
  query: Sent({}),
  reply: Type.String(),
})

export const addVisit = endpoint({
  method: 'POST',
  path: '/api/visits',
  permission: 'account.own',
  summary: 'A page was opened',
  description: 'For visitor analytics, only when it is configured. The page is sent without ids and query.',
  body: Sent({ page: Type.String({ maxLength: 200, pattern: '^/[A-Za-z_/:-]*$' }), user_id: Id }),
  reply: Nothing,
  status: 204,
  example: { body: { page: '/:userId/summary', user_id: 1 } },
})

export const addClientError = endpoint({
  method: 'POST',
  path: '/api/client_errors',
  permission: 'public',
  summary: 'Something went wrong in the browser',
  description: 'No health data, names or typed text may be sent here; the server keeps the kind, the call and the status.',
  body: Sent({
    kind: Type.String({ maxLength: 50 }),
    status: Type.Optional(Type.Integer({ minimum: 0, maximum: 599 })),
    call: Type.Optional(Type.String({ maxLength: 200 })),
    page: Type.Optional(Type.String({ maxLength: 200 })),
    stack: Type.Optional(Type.String({ maxLength: 4000 })),
    request_id: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: Nothing,
  status: 204,
  errors: ['too_many'],
  example: { body: { kind: 'FETCH_ERROR', call: 'GET /api/users/:id', page: '/:userId/summary' } },
})
