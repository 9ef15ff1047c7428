import * as card from '@sukoyaka/wire/care/message-card'
import * as recommendation from '@sukoyaka/wire/people/recommendation'
import { serve } from '../../../http/serve.ts'
import { decline } from './actions/decline.ts'
import { choose, propose } from './actions/propose.ts'
import { recommend } from './actions/recommend.ts'
import { openProposals } from './store.ts'

export const cardRoutes = [
  serve(card.listInterviewProposals, async ({ context, scope, input }) => ({ items: await openProposals(scope, input.patient_id, context.clock()) })),
  serve(card.addInterviewProposal, propose),
  serve(card.chooseInterviewProposal, choose),
  serve(card.declineInterviewProposal, decline),
  serve(recommendation.addRecommendation, recommend),
]
