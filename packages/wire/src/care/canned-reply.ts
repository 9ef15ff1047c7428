import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Line, Nothing, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'

/** Max canned replies of one person. */
export const maxCannedReplies = 200

export type CannedReply = Static<typeof CannedReply>
/** Text template for messages; {姓}, {名} and {担当医} are replaced by the patient's names and main doctor. */
export const CannedReply = Type.Object({
  id: Id,
  title: Type.String(),
  body: Type.String(),
  /** All staff can read and use it. */
  is_shared: Type.Boolean(),
  owner: Person,
  /** Whether the caller may change it: their own replies; for an admin also all shared ones. */
  may_change: Type.Boolean(),
  created_at: Instant,
  updated_at: Instant,
})

const title = Line(60)
const body = Text(5000)

export const listCannedReplies = endpoint({
  method: 'GET',
  path: '/api/canned_replies',
  permission: 'coordination.read',
  summary: 'List canned replies: the caller’s own first, then those shared by others',
  description:
    'Sorted by title. `q`: every word must occur in the title or body, partial words included; width, case, hiragana or katakana and variant kanji make no difference. Max 1,000.',
  query: InputObject({ q: Type.Optional(Type.String({ maxLength: 100 })) }),
  reply: Items(CannedReply),
  example: { query: { q: '予約' } },
})

export const addCannedReply = endpoint({
  method: 'POST',
  path: '/api/canned_replies',
  permission: 'coordination.write',
  summary: 'Create a canned reply',
  description: `Max ${maxCannedReplies} per person; titles are unique for each owner. 422 for unknown placeholders.`,
  body: InputObject({ title, body, is_shared: Type.Optional(Type.Boolean()) }),
  reply: CannedReply,
  status: 201,
  example: { body: { title: '予約の確認', body: '{姓}様\n\nご予約を承りました。', is_shared: true } },
  staffChanges: ['canned_replies'],
})

export const changeCannedReply = endpoint({
  method: 'PUT',
  path: '/api/canned_replies/:id',
  permission: 'coordination.write',
  summary: 'Change one’s own canned reply; an admin may change any shared one',
  params: ById,
  body: InputObject({
    title: Type.Optional(title),
    body: Type.Optional(body),
    is_shared: Type.Optional(Type.Boolean()),
    /** Optimistic lock: 409 if the row has changed since this `updated_at`. */
    updated_at: Type.Optional(Instant),
  }),
  reply: CannedReply,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { title: '予約を承りました' } },
  staffChanges: ['canned_replies'],
})

export const removeCannedReply = endpoint({
  method: 'DELETE',
  path: '/api/canned_replies/:id',
  permission: 'coordination.write',
  summary: 'Delete one’s own canned reply; an admin may delete any shared one',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  staffChanges: ['canned_replies'],
})
