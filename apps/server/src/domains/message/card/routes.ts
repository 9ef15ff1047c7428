import * as card from '@sukoyaka/wire/care/message-card'
import { serve } from '../../../http/serve.ts'
import { choose, propose } from './actions/propose.ts'

export const cardRoutes = [serve(card.addInterviewProposal, propose), serve(card.chooseInterviewProposal, choose)]
