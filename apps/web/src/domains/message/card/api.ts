import { listInterviewConflicts } from '@sukoyaka/wire/care/interview'
import { addInterviewProposal, chooseInterviewProposal, declineInterviewProposal, listInterviewProposals } from '@sukoyaka/wire/care/message-card'
import { cancelDataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

export const {
  useProposalConflictsQuery,
  useCancelRequestFromCardMutation,
  useAddInterviewProposalMutation,
  useChooseInterviewProposalMutation,
  useDeclineInterviewProposalMutation,
  useListInterviewProposalsQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    cancelRequestFromCard: mutationEndpoint(build, cancelDataEntryRequest),
    addInterviewProposal: mutationEndpoint(build, addInterviewProposal),
    proposalConflicts: queryEndpoint(build, listInterviewConflicts, 'interviews'),
    chooseInterviewProposal: mutationEndpoint(build, chooseInterviewProposal),
    declineInterviewProposal: mutationEndpoint(build, declineInterviewProposal),
    listInterviewProposals: queryEndpoint(build, listInterviewProposals, 'messages'),
  }),
})
