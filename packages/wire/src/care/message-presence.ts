import Type, { type Static } from 'typebox'
import { ClientId, endpoint, Id, InputObject, Instant, Items } from '../endpoint.ts'
import { Person } from '../people/account.ts'

export type RoomPresence = Static<typeof RoomPresence>
export const RoomPresence = Type.Object({ user: Person, is_typing: Type.Boolean(), since: Instant })

export const listRoomPresences = endpoint({
  method: 'GET',
  path: '/api/room_presences',
  permission: 'coordination.read',
  summary: 'List other staff who have a conversation open, and who is typing',
  query: InputObject({ patient_id: Id }),
  reply: Items(RoomPresence),
  example: { query: { patient_id: 1 } },
})

export const reportPresence = endpoint({
  method: 'POST',
  path: '/api/room_presences',
  permission: 'coordination.read',
  summary: 'Report that a window has a conversation open, and list other staff who have it open',
  description:
    'Send it every 20 s while open; a window expires after 45 s without a report. `is_here: false` removes it immediately. Changes are published as events. While the window has the conversation open, the caller gets no notifications about it, as after `POST /api/visibilities`. The reply is that of the GET.',
  body: InputObject({ patient_id: Id, client_id: ClientId, is_here: Type.Boolean(), is_typing: Type.Optional(Type.Boolean()) }),
  reply: Items(RoomPresence),
  isPolled: true,
  example: { body: { patient_id: 1, client_id: 'window-0001', is_here: true, is_typing: false } },
})
