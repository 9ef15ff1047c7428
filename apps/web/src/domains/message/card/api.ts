import { listInterviewConflicts } from '@sukoyaka/wire/care/interview'
import { addInterviewProposal, chooseInterviewProposal } from '@sukoyaka/wire/care/message-card'
import { cancelDataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

export const { useProposalConflictsQuery, useCancelRequestFromCardMutation, useAddInterviewProposalMutation, useChooseInterviewProposalMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      cancelRequestFromCard: mutationEndpoint(build, cancelDataEntryRequest),
      addInterviewProposal: mutationEndpoint(build, addInterviewProposal),
      proposalConflicts: queryEndpoint(build, listInterviewConflicts, 'interviews'),
      chooseInterviewProposal: mutationEndpoint(build, chooseInterviewProposal),
    }),
  })
