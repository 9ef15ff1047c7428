import { discardJob, listFailedJobs, readSystem, retryJob } from '@sukoyaka/wire/boards/admin/system'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

export const { useReadSystemQuery, useListFailedJobsQuery, useRetryJobMutation, useDiscardJobMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    readSystem: queryEndpoint(build, readSystem, 'failed_jobs'),
    listFailedJobs: queryEndpoint(build, listFailedJobs, 'failed_jobs'),
    retryJob: mutationEndpoint(build, retryJob),
    discardJob: mutationEndpoint(build, discardJob),
  }),
})
