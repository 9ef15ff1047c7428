import Type, { type Static } from 'typebox'
import { serviceTypes } from './contract.ts'
import { ById, endpoint, Id, Instant, Nullable, OneOf, Page, Paged, Sent } from './kit.ts'

export type MessageRoom = Static<typeof MessageRoom>
export const MessageRoom = Type.Object({
  id: Id,
  patient: Type.Object({
    id: Id,
    first_name: Type.String(),
    last_name: Type.String(),
    first_name_kana: Type.String(),
    last_name_kana: Type.String(),
    icon: Nullable(Type.String()),
    /** Of the current contract. */
    plan: Nullable(Type.Object({ id: Id, display_name: Type.String() })),
  }),
  /** Messages the person who asks has not opened. */
  unread_count: Type.Integer(),
  last_message_at: Nullable(Instant),
  /** Since when the patient waits for an answer; null for patients and where nobody waits. */
  unresponded_since: Nullable(Instant),
  /** When I set the reminder that is still open. */
  last_reminded_at: Nullable(Instant),
  next_remind_at: Nullable(Instant),
})

const listed = {
  page: Page,
  service_type: Type.Optional(OneOf(serviceTypes)),
  role: Type.Optional(OneOf(['main_doctor'])),
}

export const listMessageRooms = endpoint({
  method: 'GET',
  path: '/api/message_rooms/list',
  permission: 'messages.read',
  summary: 'The sidebar: one room a patient, sorted by the patient’s kana',
  description:
    '`service_type` looks at the current contract’s service; `role=main_doctor` keeps rooms whose patient has me as main doctor; `q[main_doctor_full_name_cont]` is for nurses, others get 403. `notifiable_only`: unread, and I am on the care team or mentioned.',
  query: Sent({
    ...listed,
    q: Type.Optional(
      Sent({
        full_name_cont: Type.Optional(Type.String({ maxLength: 100 })),
        main_doctor_full_name_cont: Type.Optional(Type.String({ maxLength: 100 })),
      }),
    ),
    unread_only: Type.Optional(Type.Boolean()),
    notifiable_only: Type.Optional(Type.Boolean()),
    unresponded_only: Type.Optional(Type.Boolean()),
  }),
  reply: Paged(MessageRoom),
  errors: ['forbidden'],
  example: { query: { page: 1, q: { full_name_cont: 'さえき' } } },
})

export const getMessageRoom = endpoint({
  method: 'GET',
  path: '/api/message_rooms/:id',
  permission: 'messages.read',
  summary: 'One room',
  params: ById,
  reply: MessageRoom,
  example: { params: { id: 1 } },
})
