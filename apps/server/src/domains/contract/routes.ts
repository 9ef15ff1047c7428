import * as contract from '@sukoyaka/wire/people/contract'
import { serve } from '../../http/serve.ts'
import { contractsOf, plansOf } from './store.ts'

export const contractRoutes = [
  serve(contract.listContracts, async ({ scope, input, language }) => ({ items: await contractsOf(scope, input, language) })),
  serve(contract.listPlans, async ({ db, input, language }) => ({ items: await plansOf(db, input, language) })),
]
