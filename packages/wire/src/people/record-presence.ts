import Type, { type Static } from 'typebox'
import { ClientId, endpoint, Id, InputObject, Instant, Items, UserId } from '../endpoint.ts'
import { Person } from './account.ts'

export type RecordPresence = Static<typeof RecordPresence>
export const RecordPresence = Type.Object({ user: Person, since: Instant })

export const listRecordPresences = endpoint({
  method: 'GET',
  path: '/api/record_presences',
  permission: 'coordination.read',
  summary: 'List other staff who have a patient’s record open, earliest first',
  query: UserId,
  reply: Items(RecordPresence),
  example: { query: { user_id: 1 } },
})

export const reportRecordPresence = endpoint({
  method: 'POST',
  path: '/api/record_presences',
  permission: 'coordination.read',
  summary: 'Report that a window has a record open, and list other staff who have it open',
  description:
    'Send it every 20 s while open; a window expires after 45 s without a report. `is_here: false` removes it immediately, as does the end of the event stream that the window opened with `client_id` in the header `X-Window-Id`. A window has one record open at a time. The reply is that of the GET. Kept in memory only; changes are sent to staff in the event stream.',
  body: InputObject({ user_id: Id, client_id: ClientId, is_here: Type.Boolean() }),
  reply: Items(RecordPresence),
  isPolled: true,
  example: { body: { user_id: 1, client_id: 'window-0001', is_here: true } },
})
