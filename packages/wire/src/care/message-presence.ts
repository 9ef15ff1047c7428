import Type, { type Static } from 'typebox'
import { ClientId, endpoint, Id, Instant, Nothing, Sent } from '../endpoint.ts'
import { Person } from '../people/account.ts'

export type RoomPresence = Static<typeof RoomPresence>
export const RoomPresence = Type.Object({ user: Person, is_typing: Type.Boolean(), since: Instant })

export const listRoomPresences = endpoint({
  method: 'GET',
  path: '/api/room_presences',
  permission: 'coordination.read',
  summary: 'Who else of the staff has this room open, and who is writing a reply',
  query: Sent({ patient_id: Id }),
  reply: Type.Object({ items: Type.Array(RoomPresence) }),
  example: { query: { patient_id: 1 } },
})

export const sayPresence = endpoint({
  method: 'POST',
  path: '/api/room_presences',
  permission: 'coordination.read',
  summary: 'A window of mine has this room open',
  description:
    'Said every 20 s while it is; one that says nothing for 45 s is gone. `is_here: false` says so at once. Windows are told when something of it changed.',
  body: Sent({ patient_id: Id, client_id: ClientId, is_here: Type.Boolean(), is_typing: Type.Optional(Type.Boolean()) }),
  reply: Nothing,
  status: 204,
  isPolled: true,
  example: { body: { patient_id: 1, client_id: 'window-0001', is_here: true, is_typing: false } },
})
