import type { Domain } from '../../http/domain.ts'
import { taskRoutes } from './routes.ts'

export const taskDomain: Domain = {
  routes: taskRoutes,
}
