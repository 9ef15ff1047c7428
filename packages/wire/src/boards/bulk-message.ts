import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Instant, Nullable, OneOf, Page, Paged, Sent, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'

export const maxRecipients = 5000
/** So long it is held before the first is sent. */
export const holdSeconds = 60

export type BulkChoice = Static<typeof BulkChoice>
/** Whom it is for: everybody for whom all that is said holds. Nothing said chooses nobody. */
export const BulkChoice = Sent({
  /** All patients; what else is said narrows them. */
  everyone: Type.Optional(Type.Boolean()),
  /** Named one by one. */
  patient_ids: Type.Optional(Type.Array(Id, { maxItems: maxRecipients })),
  /** Of the current contract. */
  plan_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  main_doctor_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  /** With an assessment of one of these that is not solved. */
  disease_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  /** The last checkup that was held lies before this day, or on it and after. Who never had one is not among them. */
  last_checkup_before: Type.Optional(Day),
  last_checkup_from: Type.Optional(Day),
})

export const leftOutReasons = ['deactivated', 'not_found', 'no_main_doctor', 'too_long'] as const
export const recipientStates = ['waiting', 'sent', 'failed', 'stopped'] as const
export const failReasons = ['deactivated', 'refused'] as const
export const bulkStates = ['held', 'sending', 'done', 'stopped'] as const

export type BulkMessage = Static<typeof BulkMessage>
export const BulkMessage = Type.Object({
  id: Id,
  sender: Person,
  /** With its placeholders. */
  body: Type.String(),
  choice: Type.Object(BulkChoice.properties),
  state: OneOf(bulkStates),
  total_count: Type.Integer(),
  waiting_count: Type.Integer(),
  sent_count: Type.Integer(),
  failed_count: Type.Integer(),
  stopped_count: Type.Integer(),
  sends_at: Instant,
  /** Until the first is sent, by the server’s clock. */
  seconds_left: Type.Integer(),
  stopped_at: Nullable(Instant),
  finished_at: Nullable(Instant),
  created_at: Instant,
})

export type BulkPreview = Static<typeof BulkPreview>
export const BulkPreview = Type.Object({
  ...Paged(
    Type.Object({
      patient: Person,
      /** What this person reads. */
      text: Type.String(),
      /** Without it they read, and cannot answer. */
      chat: Type.Boolean(),
    }),
  ).properties,
  left_out: Type.Array(Type.Object({ patient: Nullable(Person), patient_id: Id, reason: OneOf(leftOutReasons) })),
  left_out_count: Type.Integer(),
  /** More than may get one at once. */
  is_too_many: Type.Boolean(),
  unknown_placeholders: Type.Array(Type.String()),
})

const body = Text(5000)

export const previewBulkMessage = endpoint({
  method: 'POST',
  path: '/api/bulk_messages/preview',
  permission: 'bulk_messages.write',
  summary: 'Who would get it, and the words for each',
  description:
    'By kana, 25 a page. Nobody is sent anything. `left_out` has the first 100 who are chosen and would not get it: whose account is closed, whose id is no patient’s, for whom {担当医} cannot be filled, whose text would be longer than a message may be. A service without messages is no reason: they read.',
  body: Sent({ choice: BulkChoice, body: Type.Optional(Text(5000, 0)), page: Page }),
  reply: BulkPreview,
  example: { body: { choice: { patient_ids: [1] }, body: '{姓}様\n\n年末年始の休診のお知らせです。' } },
})

export const testBulkMessage = endpoint({
  method: 'POST',
  path: '/api/bulk_messages/test',
  permission: 'bulk_messages.write',
  summary: 'Sends the words to myself, filled for one patient',
  description: 'As a notification of kind `bulk_test`; the patient gets nothing.',
  body: Sent({ patient_id: Id, body }),
  reply: Type.Object({ text: Type.String() }),
  status: 201,
  example: { body: { patient_id: 1, body: '{姓}様\n\n年末年始の休診のお知らせです。' } },
})

export const addBulkMessage = endpoint({
  method: 'POST',
  path: '/api/bulk_messages',
  permission: 'bulk_messages.write',
  summary: `Writes to many: held for ${holdSeconds} seconds, then sent to each by themself`,
  description:
    'Who gets it and with which words is settled now. Whoever waits for an answer still waits, and colleagues have nothing to open. `expected_count` as it was seen: when others are chosen by now, it is refused. Placeholders nobody can fill, nobody at all and more than 5,000 are refused.',
  body: Sent({ choice: BulkChoice, body, expected_count: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })) }),
  reply: BulkMessage,
  status: 201,
  errors: ['conflict'],
  example: { body: { choice: { patient_ids: [1] }, body: '{姓}様\n\n年末年始の休診のお知らせです。' } },
  changes: ['bulk_messages'],
})

export const listBulkMessages = endpoint({
  method: 'GET',
  path: '/api/bulk_messages',
  permission: 'bulk_messages.write',
  summary: 'What was written to many, newest first',
  query: Sent({ page: Page }),
  reply: Paged(BulkMessage),
  example: { query: { page: 1 } },
})

export const getBulkMessage = endpoint({
  method: 'GET',
  path: '/api/bulk_messages/:id',
  permission: 'bulk_messages.write',
  summary: 'One of them, and how far it is',
  params: ById,
  reply: BulkMessage,
  example: { params: { id: 1 } },
})

export type BulkRecipient = Static<typeof BulkRecipient>
export const BulkRecipient = Type.Object({
  id: Id,
  patient: Person,
  text: Type.String(),
  state: OneOf(recipientStates),
  reason: Nullable(OneOf(failReasons)),
  message_id: Nullable(Id),
  sent_at: Nullable(Instant),
})

export const listBulkRecipients = endpoint({
  method: 'GET',
  path: '/api/bulk_messages/:id/recipients',
  permission: 'bulk_messages.write',
  summary: 'Its recipients and what became of each, by kana',
  params: ById,
  query: Sent({ page: Page, state: Type.Optional(OneOf(recipientStates)) }),
  reply: Paged(BulkRecipient),
  example: { params: { id: 1 }, query: { page: 1 } },
})

export const stopBulkMessage = endpoint({
  method: 'POST',
  path: '/api/bulk_messages/:id/stop',
  permission: 'bulk_messages.write',
  summary: 'Stops it: who has it has it, the others will not get it',
  description: 'Stopped again it stays so; one that is done is a conflict.',
  params: ById,
  reply: BulkMessage,
  errors: ['conflict'],
  example: { params: { id: 1 } },
  changes: ['bulk_messages'],
})

export const resendBulkMessage = endpoint({
  method: 'POST',
  path: '/api/bulk_messages/:id/resend',
  permission: 'bulk_messages.write',
  summary: 'Sends it again to those with whom it failed, and to nobody else',
  description: 'Nobody gets it twice. Where it failed with nobody, is not done yet, or was stopped, it is a conflict.',
  params: ById,
  reply: BulkMessage,
  errors: ['conflict'],
  example: { params: { id: 1 } },
  changes: ['bulk_messages'],
})
