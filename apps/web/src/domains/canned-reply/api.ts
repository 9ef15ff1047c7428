import * as canned_reply from '@sukoyaka/wire/care/canned-reply'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useListCannedRepliesQuery, useAddCannedReplyMutation, useChangeCannedReplyMutation, useRemoveCannedReplyMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listCannedReplies: queryEndpoint(build, canned_reply.listCannedReplies, 'canned_replies'),
    addCannedReply: mutationEndpoint(build, canned_reply.addCannedReply),
    changeCannedReply: mutationEndpoint(build, canned_reply.changeCannedReply),
    removeCannedReply: mutationEndpoint(build, canned_reply.removeCannedReply),
  }),
})
