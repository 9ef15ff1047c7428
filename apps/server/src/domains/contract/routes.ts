import { tokyoDay } from '@sukoyaka/rules/time'
import * as contract from '@sukoyaka/wire/people/contract'
import { serve } from '../../http/serve.ts'
import { contractsOf, plansOf } from './store.ts'

export const contractRoutes = [
  serve(contract.listContracts, async ({ scope, input, language, context }) => ({
    items: await contractsOf(scope, input, { language, today: tokyoDay(context.clock()) }),
  })),
  serve(contract.listPlans, async ({ db, input, language }) => ({ items: await plansOf(db, input, language) })),
]
