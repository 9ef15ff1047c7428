import * as interview from '@sukoyaka/wire/care/interview'
import { listUsers } from '@sukoyaka/wire/people/account'
import { listFacilities } from '@sukoyaka/wire/people/facility'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { api, read, write } from '../../api/api.ts'

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
} = api.injectEndpoints({
  endpoints: (build) => ({
    listInterviews: read(build, interview.listInterviews, 'interviews'),
    getInterview: read(build, interview.getInterview, 'interviews'),
    addInterview: write(build, interview.addInterview),
    changeInterview: write(build, interview.changeInterview),
    removeInterview: write(build, interview.removeInterview),
    removeInterviewVideo: write(build, interview.removeInterviewVideo),
    listInterviewConflicts: read(build, interview.listInterviewConflicts, 'interviews'),
    getInterviewQuota: read(build, interview.getInterviewQuota, 'interviews', 'contracts'),
    interviewStaff: read(build, listUsers, 'users'),
    interviewPatients: read(build, listPatients, 'users'),
    interviewFacilities: read(build, listFacilities),
  }),
})
