import {
  exportSharedReplies,
  getSharedReply,
  listSharedReplies,
  sharedReplyColumns,
  sharedReplyFields,
  sharedReplyQuery,
} from '@sukoyaka/wire/boards/admin/canned-reply'
import { addCannedReply, changeCannedReply, removeCannedReply } from '@sukoyaka/wire/care/canned-reply'
import { adminTable } from '../records/table.ts'

/** Canned replies that all staff share. Personal ones are in the settings of their owner. */
export const cannedReplies = adminTable({
  name: 'canned_replies',
  list: listSharedReplies,
  csv: exportSharedReplies,
  read: getSharedReply,
  add: addCannedReply,
  change: changeCannedReply,
  remove: removeCannedReply,
  tag: 'canned_replies',
  query: sharedReplyQuery,
  columns: sharedReplyColumns,
  fields: sharedReplyFields,
  shown: [{ name: 'title', below: 'body' }, 'owner', 'updated_at'],
  sections: [{ title: 'texts', fields: ['title', 'body', 'is_shared'] }],
  // the replies of this list are shared, and the form cannot change that
  initial: { is_shared: true },
  isShown: (path) => path !== 'is_shared',
  nameOf: ({ title }) => String(title),
  canRemove: () => true,
})
