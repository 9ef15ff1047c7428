import * as stress from '@sukoyaka/wire/record/stress-check'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useGetStressFormQuery,
  useListJobStressChecksQuery,
  useGetStressDraftQuery,
  useGetStressLinkQuery,
  useSaveStressDraftMutation,
  useAddJobStressCheckResultMutation,
  useChangeJobStressCheckMutation,
  useRequestStressInterviewMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    getStressForm: queryEndpoint(build, stress.getStressForm),
    listJobStressChecks: queryEndpoint(build, stress.listJobStressChecks, 'job_stress_checks'),
    getStressDraft: queryEndpoint(build, stress.getStressDraft, 'job_stress_checks'),
    getStressLink: queryEndpoint(build, stress.getStressLink),
    saveStressDraft: mutationEndpoint(build, stress.saveStressDraft),
    addJobStressCheckResult: mutationEndpoint(build, stress.addJobStressCheckResult),
    changeJobStressCheck: mutationEndpoint(build, stress.changeJobStressCheck),
    requestStressInterview: mutationEndpoint(build, stress.requestStressInterview),
  }),
})
