import * as card from '@sukoyaka/wire/message-card'
import { serve } from '../../kit/serve.ts'
import { choose, propose } from './actions/propose.ts'

export const cardRoutes = [serve(card.addInterviewProposal, propose), serve(card.chooseInterviewProposal, choose)]
