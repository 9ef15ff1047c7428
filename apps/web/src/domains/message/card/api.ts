import { addInterviewProposal, chooseInterviewProposal } from '@sukoyaka/wire/care/message-card'
import { cancelDataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'
import { api, write } from '../../../api/api.ts'

export const { useCancelAskedMutation, useAddInterviewProposalMutation, useChooseInterviewProposalMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    cancelAsked: write(build, cancelDataEntryRequest),
    addInterviewProposal: write(build, addInterviewProposal),
    chooseInterviewProposal: write(build, chooseInterviewProposal),
  }),
})
