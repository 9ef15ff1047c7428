import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Nullable, OneOf, Page, Paged, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'

export const maxRecipients = 5000
/** Delay in seconds before the first message is sent; the message can be stopped meanwhile. */
export const sendDelaySeconds = 60

export type BulkChoice = Static<typeof BulkChoice>
/** Recipient filter. All given conditions must match; an empty filter selects no one. */
export const BulkChoice = InputObject({
  /** All patients; the other conditions still narrow the selection. */
  everyone: Type.Optional(Type.Boolean()),
  /** Individually selected patients. */
  patient_ids: Type.Optional(Type.Array(Id, { maxItems: maxRecipients })),
  /** Plans of the current contract. */
  plan_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  main_doctor_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  /** Patients with an unsolved assessment of one of these diseases. */
  disease_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  /** Tokyo days: the last checkup took place before `last_checkup_before`, and on or after `last_checkup_from`. Patients without a checkup never match. */
  last_checkup_before: Type.Optional(Day),
  last_checkup_from: Type.Optional(Day),
})

export const leftOutReasons = ['deactivated', 'not_found', 'no_main_doctor', 'too_long'] as const
export const recipientStates = ['waiting', 'sent', 'failed', 'stopped'] as const
export const failReasons = ['deactivated', 'refused'] as const
/** `held`: the delay has not passed yet. */
export const bulkStates = ['held', 'sending', 'done', 'stopped'] as const

export type BulkMessage = Static<typeof BulkMessage>
export const BulkMessage = Type.Object({
  id: Id,
  sender: Person,
  /** Template text, placeholders not yet filled. */
  body: Type.String(),
  choice: Type.Object(BulkChoice.properties),
  state: OneOf(bulkStates),
  total_count: Type.Integer(),
  waiting_count: Type.Integer(),
  sent_count: Type.Integer(),
  failed_count: Type.Integer(),
  stopped_count: Type.Integer(),
  sends_at: Instant,
  /** Seconds until the first message is sent, by the server's clock. */
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
      /** Text for this recipient, placeholders filled. */
      text: Type.String(),
      /** False: the recipient's plan has no messages, so they can read but not reply. */
      chat: Type.Boolean(),
    }),
  ).properties,
  left_out: Type.Array(Type.Object({ patient: Nullable(Person), patient_id: Id, reason: OneOf(leftOutReasons) })),
  left_out_count: Type.Integer(),
  /** More patients selected than `maxRecipients`. */
  is_too_many: Type.Boolean(),
  unknown_placeholders: Type.Array(Type.String()),
})

const body = Text(5000)

export const previewBulkMessage = endpoint({
  method: 'POST',
  path: '/api/bulk_messages/preview',
  listsPatients: true,
  permission: 'bulk_messages.write',
  summary: 'Preview the recipients of a bulk message and the text for each',
  description:
    'Sorted by kana, 25 a page; sends nothing. `left_out` lists the first 100 selected patients who would not receive the message: the account is deactivated, the id is not a patient, {担当医} cannot be filled, or the filled text exceeds the max message length. Patients whose plan has no messages receive the message and can read it.',
  body: InputObject({ choice: BulkChoice, body: Type.Optional(Text(5000, 0)), page: Page }),
  reply: BulkPreview,
  example: { body: { choice: { patient_ids: [1] }, body: '{姓}様\n\n年末年始の休診のお知らせです。' } },
})

export const testBulkMessage = endpoint({
  method: 'POST',
  path: '/api/bulk_messages/test',
  permission: 'bulk_messages.write',
  summary: 'Send yourself a bulk message as a test, filled in for one patient',
  description: 'Arrives as a notification of kind `bulk_test`; the patient receives nothing.',
  body: InputObject({ patient_id: Id, body }),
  reply: Type.Object({ text: Type.String() }),
  status: 201,
  example: { body: { patient_id: 1, body: '{姓}様\n\n年末年始の休診のお知らせです。' } },
})

export const addBulkMessage = endpoint({
  method: 'POST',
  path: '/api/bulk_messages',
  permission: 'bulk_messages.write',
  summary: `Send a bulk message as individual messages, after a delay of ${sendDelaySeconds} seconds`,
  description:
    'Recipients and texts are fixed now. A bulk message does not count as a reply: patients waiting for an answer stay on the list, and colleagues get no unread message. `expected_count` is the count you were shown; 409 if the selection has a different size by now. Unknown placeholders, an empty selection and one of more than 5,000 patients are rejected with 422.',
  body: InputObject({ choice: BulkChoice, body, expected_count: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })) }),
  reply: BulkMessage,
  status: 201,
  errors: ['conflict'],
  example: { body: { choice: { patient_ids: [1] }, body: '{姓}様\n\n年末年始の休診のお知らせです。' } },
  staffChanges: ['bulk_messages'],
})

export const listBulkMessages = endpoint({
  method: 'GET',
  path: '/api/bulk_messages',
  listsPatients: true,
  permission: 'bulk_messages.write',
  summary: 'List bulk messages, newest first',
  query: InputObject({ page: Page }),
  reply: Paged(BulkMessage),
  example: { query: { page: 1 } },
})

export const getBulkMessage = endpoint({
  method: 'GET',
  path: '/api/bulk_messages/:id',
  listsPatients: true,
  permission: 'bulk_messages.write',
  summary: 'Get a bulk message and its progress',
  params: ById,
  reply: BulkMessage,
  example: { params: { id: 1 } },
})

export const getBulkChoice = endpoint({
  method: 'GET',
  path: '/api/bulk_messages/:id/choice',
  listsPatients: true,
  permission: 'bulk_messages.write',
  summary: 'Get the names of the patients, doctors and diseases by which the recipients were chosen',
  description: 'Names for the ids in the `choice` of the bulk message; accounts and diseases that no longer exist are missing.',
  params: ById,
  reply: Type.Object({ patients: Type.Array(Person), doctors: Type.Array(Person), diseases: Type.Array(Type.Object({ id: Id, name_local: Type.String() })) }),
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
  listsPatients: true,
  permission: 'bulk_messages.write',
  summary: 'List a bulk message’s recipients and their state, by kana',
  params: ById,
  query: InputObject({ page: Page, state: Type.Optional(OneOf(recipientStates)) }),
  reply: Paged(BulkRecipient),
  example: { params: { id: 1 }, query: { page: 1 } },
})

export const stopBulkMessage = endpoint({
  method: 'POST',
  path: '/api/bulk_messages/:id/stop',
  permission: 'bulk_messages.write',
  summary: 'Stop a bulk message; messages already sent stay',
  description: 'Idempotent. 409 if sending has already finished.',
  params: ById,
  reply: BulkMessage,
  errors: ['conflict'],
  example: { params: { id: 1 } },
  staffChanges: ['bulk_messages'],
})

export const resendBulkMessage = endpoint({
  method: 'POST',
  path: '/api/bulk_messages/:id/resend',
  permission: 'bulk_messages.write',
  summary: 'Retry the recipients for whom sending failed',
  description: 'Nobody receives the message twice. 409 if no recipient failed, or if sending is not finished or was stopped.',
  params: ById,
  reply: BulkMessage,
  errors: ['conflict'],
  example: { params: { id: 1 } },
  staffChanges: ['bulk_messages'],
})
