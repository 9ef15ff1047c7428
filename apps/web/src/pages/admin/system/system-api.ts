import { discardJob, getSystem, listFailedJobs, retryJob } from '@sukoyaka/wire/boards/admin/system'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

export const { useGetSystemQuery, useListFailedJobsQuery, useRetryJobMutation, useDiscardJobMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    getSystem: queryEndpoint(build, getSystem, 'failed_jobs'),
    listFailedJobs: queryEndpoint(build, listFailedJobs, 'failed_jobs'),
    retryJob: mutationEndpoint(build, retryJob),
    discardJob: mutationEndpoint(build, discardJob),
  }),
})
