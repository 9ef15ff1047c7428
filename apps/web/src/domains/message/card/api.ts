import { addInterviewProposal, chooseInterviewProposal } from '@sukoyaka/wire/care/message-card'
import { cancelDataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'
import { api, mutationEndpoint } from '../../../api/api.ts'

export const { useCancelRequestFromCardMutation, useAddInterviewProposalMutation, useChooseInterviewProposalMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    cancelRequestFromCard: mutationEndpoint(build, cancelDataEntryRequest),
    addInterviewProposal: mutationEndpoint(build, addInterviewProposal),
    chooseInterviewProposal: mutationEndpoint(build, chooseInterviewProposal),
  }),
})
