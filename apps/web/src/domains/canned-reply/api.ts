import * as canned_reply from '@sukoyaka/wire/care/canned-reply'
import { api, read, write } from '../../api/api.ts'

export const { useListCannedRepliesQuery, useAddCannedReplyMutation, useChangeCannedReplyMutation, useRemoveCannedReplyMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listCannedReplies: read(build, canned_reply.listCannedReplies, 'canned_replies'),
    addCannedReply: write(build, canned_reply.addCannedReply),
    changeCannedReply: write(build, canned_reply.changeCannedReply),
    removeCannedReply: write(build, canned_reply.removeCannedReply),
  }),
})
