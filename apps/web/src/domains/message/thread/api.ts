import { listEmoticons, listMentionTargets } from '@sukoyaka/wire/care/message-mark'
import { api, queryEndpoint } from '../../../api/api.ts'

export const { useListEmoticonsQuery, useListMentionTargetsQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listEmoticons: queryEndpoint(build, listEmoticons, 'emoticons'), listMentionTargets: queryEndpoint(build, listMentionTargets) }),
})
