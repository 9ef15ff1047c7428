import type { Domain } from '../../http/domain.ts'
import { imagingGuards } from './guard.ts'
import { imagingRoutes } from './routes.ts'

export const imagingDomain: Domain = {
  routes: imagingRoutes,
  fileGuards: imagingGuards,
}
