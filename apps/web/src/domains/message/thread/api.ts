import { listEmoticons, listMentionTargets } from '@sukoyaka/wire/care/message-mark'
import { api, read } from '../../../api/api.ts'

export const { useListEmoticonsQuery, useListMentionTargetsQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listEmoticons: read(build, listEmoticons), listMentionTargets: read(build, listMentionTargets) }),
})
