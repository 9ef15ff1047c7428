import { listEmoticons, listMentionTargets } from '@sukoyaka/wire/message-mark'
import { api, read } from '../../kit/api.ts'

export const { useListEmoticonsQuery, useListMentionTargetsQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listEmoticons: read(build, listEmoticons), listMentionTargets: read(build, listMentionTargets) }),
})
