import type { Domain } from '../../http/domain.ts'
import { registerPaymentOwner } from '../payment/owners.ts'
import { contractPayments } from './actions/settle.ts'
import { membershipJobs } from './jobs.ts'
import { membershipRoutes } from './routes.ts'

registerPaymentOwner('contract', contractPayments)

export const membershipDomain: Domain = { routes: membershipRoutes, jobs: membershipJobs }
