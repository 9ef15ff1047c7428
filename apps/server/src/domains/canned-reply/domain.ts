import type { Domain } from '../../http/domain.ts'
import { cannedReplyRoutes } from './routes.ts'

export const cannedReplyDomain: Domain = {
  routes: cannedReplyRoutes,
}
