import * as stress from '@sukoyaka/wire/record/stress-check'
import { api, read, write } from '../../api/api.ts'

export const {
  useGetStressFormQuery,
  useListJobStressChecksQuery,
  useGetStressDraftQuery,
  useGetStressLinkQuery,
  useSaveStressDraftMutation,
  useAddJobStressCheckResultMutation,
  useChangeJobStressCheckMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    getStressForm: read(build, stress.getStressForm, 'categories'),
    listJobStressChecks: read(build, stress.listJobStressChecks, 'job_stress_checks'),
    getStressDraft: read(build, stress.getStressDraft, 'job_stress_checks'),
    getStressLink: read(build, stress.getStressLink, 'categories'),
    saveStressDraft: write(build, stress.saveStressDraft),
    addJobStressCheckResult: write(build, stress.addJobStressCheckResult),
    changeJobStressCheck: write(build, stress.changeJobStressCheck),
  }),
})
