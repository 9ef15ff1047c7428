import * as canned_reply from '@sukoyaka/wire/care/canned-reply'
import { serve } from '../../http/serve.ts'
import { deleteReply, insertReply, repliesOf, updateReply } from './store.ts'

export const cannedReplyRoutes = [
  serve(canned_reply.listCannedReplies, async ({ db, actor, input }) => ({ items: await repliesOf(db, actor, input.q) })),
  serve(canned_reply.addCannedReply, ({ db, actor, input }) => insertReply(db, actor, input)),
  serve(canned_reply.changeCannedReply, ({ db, actor, input }) => updateReply(db, actor, input)),
  serve(canned_reply.removeCannedReply, ({ db, actor, input }) => deleteReply(db, actor, input.id)),
]
