import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Instant, Items, Line, Nothing, Sent, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'

/** Of one person. */
export const maxCannedReplies = 200

export type CannedReply = Static<typeof CannedReply>
/** Words that are written again and again; {姓}, {名} and {担当医} stand for the patient’s names and main doctor. */
export const CannedReply = Type.Object({
  id: Id,
  title: Type.String(),
  body: Type.String(),
  /** Everybody of the staff reads and uses it. */
  is_shared: Type.Boolean(),
  owner: Person,
  /** Whether the person who asks may change it: the own ones; an admin all that are shared. */
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
  summary: 'Replies that are kept ready: one’s own first, then those that others share',
  description: 'By title. `q`: each word stands in the title or the text, as a part of a word too; width, case and kana do not matter. At most 1,000.',
  query: Sent({ q: Type.Optional(Type.String({ maxLength: 100 })) }),
  reply: Items(CannedReply),
  example: { query: { q: '予約' } },
})

export const addCannedReply = endpoint({
  method: 'POST',
  path: '/api/canned_replies',
  permission: 'coordination.write',
  summary: 'Keeps a reply ready',
  description: `At most ${maxCannedReplies} a person; one’s own titles differ. A placeholder that nobody can fill is refused.`,
  body: Sent({ title, body, is_shared: Type.Optional(Type.Boolean()) }),
  reply: CannedReply,
  status: 201,
  example: { body: { title: '予約の確認', body: '{姓}様\n\nご予約を承りました。', is_shared: true } },
  changes: ['canned_replies'],
})

export const changeCannedReply = endpoint({
  method: 'PUT',
  path: '/api/canned_replies/:id',
  permission: 'coordination.write',
  summary: 'Changes a reply of one’s own; an admin any that is shared',
  params: ById,
  body: Sent({
    title: Type.Optional(title),
    body: Type.Optional(body),
    is_shared: Type.Optional(Type.Boolean()),
    /** As it was read: when it has been changed since, the change is refused. */
    updated_at: Type.Optional(Instant),
  }),
  reply: CannedReply,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { title: '予約を承りました' } },
  changes: ['canned_replies'],
})

export const removeCannedReply = endpoint({
  method: 'DELETE',
  path: '/api/canned_replies/:id',
  permission: 'coordination.write',
  summary: 'Removes a reply of one’s own; an admin any that is shared',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['canned_replies'],
})
