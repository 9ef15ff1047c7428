import { listInterviews } from '@sukoyaka/wire/interview'
import { api, read } from '../kit/api.ts'

export const { useListInterviewsQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listInterviews: read(build, listInterviews, 'interviews') }),
})
