import * as interview from '@sukoyaka/wire/care/interview'
import { listUsers } from '@sukoyaka/wire/people/account'
import { listFacilities } from '@sukoyaka/wire/people/facility'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const interviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    listInterviews: queryEndpoint(build, interview.listInterviews, 'interviews'),
    getInterview: queryEndpoint(build, interview.getInterview, 'interviews'),
    addInterview: mutationEndpoint(build, interview.addInterview),
    changeInterview: mutationEndpoint(build, interview.changeInterview),
    removeInterview: mutationEndpoint(build, interview.removeInterview),
    removeInterviewVideo: mutationEndpoint(build, interview.removeInterviewVideo),
    listInterviewConflicts: queryEndpoint(build, interview.listInterviewConflicts, 'interviews'),
    getInterviewQuota: queryEndpoint(build, interview.getInterviewQuota, 'interviews', 'contracts'),
    interviewStaff: queryEndpoint(build, listUsers, 'users'),
    interviewPatients: queryEndpoint(build, listPatients, 'users'),
    interviewFacilities: queryEndpoint(build, listFacilities),
  }),
})
export const {
  useListInterviewsQuery,
  useGetInterviewQuery,
  useAddInterviewMutation,
  useChangeInterviewMutation,
  useRemoveInterviewMutation,
  useRemoveInterviewVideoMutation,
  useListInterviewConflictsQuery,
  useGetInterviewQuotaQuery,
  useInterviewStaffQuery,
  useInterviewPatientsQuery,
  useInterviewFacilitiesQuery,
} = interviewApi
