import Type from 'typebox'
import { exportOf, fieldsOf, listQuery } from '../../admin.ts'
import { addCannedReply } from '../../care/canned-reply.ts'
import { ById, endpoint, Id, Instant, Paged } from '../../endpoint.ts'
import { Person } from '../../people/account.ts'

const sorts = ['title', 'updated_at'] as const

const SharedReplyRow = Type.Object({ id: Id, title: Type.String(), body: Type.String(), is_shared: Type.Boolean(), owner: Person, updated_at: Instant })
export const sharedReplyColumns = fieldsOf(SharedReplyRow)
/** The form uses the endpoints with which owners change their replies. */
export const sharedReplyFields = fieldsOf(addCannedReply.body)

export const listSharedReplies = endpoint({
  method: 'GET',
  path: '/api/admin/canned_replies',
  permission: 'administration.write',
  summary: 'List the canned replies that all staff share',
  description: '`q`: every word must occur in the title or body. Administrators change and delete them by `PUT` and `DELETE /api/canned_replies/{id}`.',
  query: listQuery(sorts, {}),
  reply: Paged(SharedReplyRow),
  example: { query: { q: '予約' } },
})
export const sharedReplyQuery = fieldsOf(listSharedReplies.query)
export const exportSharedReplies = exportOf('/api/admin/canned_replies/export', 'Export the shared canned replies as CSV', sorts, {})

export const getSharedReply = endpoint({
  method: 'GET',
  path: '/api/admin/canned_replies/:id',
  permission: 'administration.write',
  summary: 'Read a shared canned reply',
  params: ById,
  reply: SharedReplyRow,
  example: { params: { id: 1 } },
})
