import type { Domain } from '../../http/domain.ts'
import { questionnaireRoutes } from './routes.ts'

export const questionnaireDomain: Domain = {
  routes: questionnaireRoutes,
}
