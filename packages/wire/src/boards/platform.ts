import Type from 'typebox'
import { endpoint, Id, InputObject, Nothing } from '../endpoint.ts'

export const listenEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  permission: 'account.own',
  summary: 'Subscribe to changes as server-sent events',
  description:
    '`text/event-stream` of the changes the caller may see. Ids ascend in commit order, with gaps for changes the caller may not see; `Last-Event-ID` replays missed events, or sends `resync` if they are no longer stored. A heartbeat is sent every 20 s; the stream ends with the session.',
  query: InputObject({}),
  reply: Type.String(),
})

export const addVisit = endpoint({
  method: 'POST',
  path: '/api/visits',
  permission: 'account.own',
  summary: 'Report a page view',
  description: 'For visitor analytics; used only if analytics is configured. Send the route pattern, without ids or query string.',
  body: InputObject({ page: Type.String({ maxLength: 200, pattern: '^/[A-Za-z_/:-]*$' }), user_id: Id }),
  reply: Nothing,
  status: 204,
  example: { body: { page: '/:userId/summary', user_id: 1 } },
})

export const addClientError = endpoint({
  method: 'POST',
  path: '/api/client_errors',
  permission: 'public',
  summary: 'Report a browser error',
  description:
    'Do not send health data, names or typed text; the server logs the kind, call, page and status, and sends these and the stack to an error tracker if one is configured.',
  body: InputObject({
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
