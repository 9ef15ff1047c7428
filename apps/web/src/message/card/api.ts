import { cancelDataEntryRequest } from '@sukoyaka/wire/data-entry-request'
import { addInterviewProposal, chooseInterviewProposal } from '@sukoyaka/wire/message-card'
import { api, write } from '../../kit/api.ts'

export const { useCancelAskedMutation, useAddInterviewProposalMutation, useChooseInterviewProposalMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    cancelAsked: write(build, cancelDataEntryRequest),
    addInterviewProposal: write(build, addInterviewProposal),
    chooseInterviewProposal: write(build, chooseInterviewProposal),
  }),
})
