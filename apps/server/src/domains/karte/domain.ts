import type { Domain } from '../../http/domain.ts'
import { karteGuards } from './guard.ts'
import { karteRoutes } from './routes.ts'

export const karteDomain: Domain = {
  routes: karteRoutes,
  fileGuards: karteGuards,
}
